/** Toasts from anywhere. Errors about money are never only a toast: the form repeats them. */
import { toast } from 'sonner';

export const notify = {
  success(text: string, detail?: string): void {
    toast.success(text, { description: detail });
  },
  error(text: string, detail?: string): void {
    toast.error(text, { description: detail });
  },
  info(text: string, detail?: string): void {
    toast.info(text, { description: detail });
  },
};
