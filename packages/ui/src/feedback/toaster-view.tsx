import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { openOverlays } from '../overlays/open-overlays.ts';
import { AlertIcon, CloseIcon, InfoIcon, SuccessIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import { deliverToasts } from './notify.ts';
import type { Toast } from './notify.ts';
import './toaster.css';

/** Product spec, section 9: 4000 ms, 3 visible, Alt+T, bottom-right. */
const shownMs = 4000;
const visibleMax = 3;
/** The longest time between an error and the closing of the dialog that it closes, on a slow phone. */
const closesTogetherMs = 500;

/**
 * Shows a toast. A toast with the same text replaces the earlier one.
 *
 * An error during an open dialog belongs to it and is dismissed with it, unless the dialog closes at the same time as
 * the error appears. A success message outlives the dialog that it closes.
 */
function showToast({ tone, text, detail }: Toast): void {
  const id = `${tone} ${text} ${detail ?? ''}`;
  const depth = openOverlays.count();
  const shownAt = performance.now();
  toast[tone](text, { id, description: detail });
  if (tone !== 'error' || depth === 0) return;
  const stop = openOverlays.subscribe(() => {
    if (openOverlays.count() >= depth) return;
    stop();
    if (performance.now() - shownAt > closesTogetherMs) toast.dismiss(id);
  });
}

/** The content of `Toaster`, once its code has loaded. */
export function ToasterView() {
  const texts = useUiTexts();
  // The toaster below is subscribed by now, so queued toasts are shown.
  useEffect(() => deliverToasts(showToast), []);
  return (
    // Without this attribute toasts are unreachable while a dialog is open.
    <div data-react-aria-top-layer="true">
      <SonnerToaster
        position="bottom-right"
        duration={shownMs}
        visibleToasts={visibleMax}
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel={texts.notifications}
        closeButton
        offset={24}
        mobileOffset={16}
        icons={{
          success: <SuccessIcon className="text-gain" />,
          error: <AlertIcon className="text-loss" />,
          info: <InfoIcon className="text-accent-ink" />,
          close: <CloseIcon size={14} />,
        }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: texts.close,
          classNames: {
            toast:
              'toast-card flex items-start gap-3 rounded-lg border border-line bg-raised py-3.5 ps-4 pe-11 text-body text-ink-1 shadow-overlay',
            icon: 'mt-0.5 shrink-0',
            content: 'flex min-w-0 flex-col gap-0.5',
            title: 'font-medium',
            description: 'text-small text-ink-2',
            closeButton: 'toast-close',
          },
        }}
      />
    </div>
  );
}
