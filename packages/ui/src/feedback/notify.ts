/** Toasts from anywhere in the app. An error about money is never only a toast: the form repeats it. */
export type Toast = {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  readonly detail: string | undefined;
};

let deliver: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];

/** Shows the queued toasts, and every later one at once. Returns a function that stops it. */
export function deliverToasts(show: (toast: Toast) => void): () => void {
  deliver = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    deliver = null;
  };
}

export const notify = {
  success: (text: string, detail?: string) => publish({ tone: 'success', text, detail }),
  error: (text: string, detail?: string) => publish({ tone: 'error', text, detail }),
  info: (text: string, detail?: string) => publish({ tone: 'info', text, detail }),
};

/** The toaster mounts a moment after the page; earlier toasts are queued. */
function publish(toast: Toast): void {
  if (deliver) deliver(toast);
  else waiting.push(toast);
}
