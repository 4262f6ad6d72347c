import { lazyView } from '../lazy-view.tsx';

const view = lazyView<object>(async () => (await import('./toaster-view.tsx')).ToasterView);

/** The area for toasts. Use it once per app; on small screens it is above the bottom bar. */
export function Toaster() {
  const View = view.use(true);
  return View ? <View /> : null;
}
