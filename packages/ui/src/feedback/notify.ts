/** Toasts from anywhere. Errors about money are never only a toast: the form repeats them. */
export type Toast = {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  readonly detail: string | undefined;
};

let deliver: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];

/** Shows what waits, and from now on everything at once. Returns the way to stop. */
export function deliverToasts(show: (toast: Toast) => void): () => void {
  deliver = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    deliver = null;
  };
}

export const notify = {
  success: (text: string, detail?: string) => say({ tone: 'success', text, detail }),
  error: (text: string, detail?: string) => say({ tone: 'error', text, detail }),
  info: (text: string, detail?: string) => say({ tone: 'info', text, detail }),
};

/** The place of toasts arrives a moment after the page; nothing said before is lost. */
function say(toast: Toast): void {
  if (deliver) deliver(toast);
  else waiting.push(toast);
}
