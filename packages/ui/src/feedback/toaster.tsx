import { lazyView } from '../lazy-view.tsx';

const view = lazyView<object>(async () => (await import('./toaster-view.tsx')).ToasterView);

/** The place toasts appear. Once per app, above the bottom bar on small screens. */
export function Toaster() {
  const View = view.use(true);
  return View ? <View /> : null;
}
