import { useEffect } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../controls/icon-button.tsx';
import { cx } from '../cx.ts';
import { CloseIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import type { DialogProps } from './dialog.tsx';
import { useOpenOverlay } from '../overlays/open-overlays.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' } as const;

/**
 * The content of `Dialog`: centred from 640 px, below that a sheet that rises from the bottom. Traps the focus and
 * returns it.
 */
export function DialogView(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, footer, size = 'md', isFlush = false } = props;
  const {
    isDismissable = true,
    closesOnEscape = isDismissable,
    hasCloseButton = true,
    isFullScreenOnMobile = false,
    role = 'dialog',
    theme,
  } = props;
  const texts = useUiTexts();
  // Back works like Escape or the close button; a dialog with neither stays open.
  useOpenOverlay(isOpen, () => {
    if (closesOnEscape || hasCloseButton) onOpenChange(false);
  });
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!closesOnEscape}
      className="motion-scrim fixed inset-0 z-50 flex h-(--visual-viewport-height) items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal
        className={cx(
          'motion-dialog flex max-h-full w-full flex-col overflow-hidden border border-line bg-raised text-ink-1 shadow-overlay',
          isFullScreenOnMobile
            ? 'h-full sm:h-auto sm:rounded-xl'
            : 'max-h-[92%] rounded-t-xl border-b-0 sm:max-h-full sm:rounded-xl sm:border-b',
          widths[size],
        )}
        {...(theme ? { 'data-theme': theme } : {})}
      >
        <AriaDialog role={role} className="flex min-h-0 grow flex-col outline-none">
          <FocusKeeper />
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
            <div className="flex min-w-0 flex-col gap-1.5 pt-1">
              <Heading slot="title" className="text-title text-wrap-balance">
                {title}
              </Heading>
              {description ? <div className="text-body text-ink-2">{description}</div> : null}
            </div>
            {hasCloseButton ? (
              <IconButton
                label={texts.close}
                icon={<CloseIcon />}
                hasTooltip={false}
                onPress={() => onOpenChange(false)}
                className="-me-2 -mt-1 pointer-fine:mt-0"
              />
            ) : null}
          </header>
          <div className={cx('flex min-h-0 grow flex-col overflow-y-auto', isFlush ? '' : 'px-5 pt-1 pb-5')}>
            {children}
          </div>
          {footer ? (
            <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
              {footer}
            </footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Moves the focus to the page's heading when the dialog's action removed or disabled its opener. */
function FocusKeeper() {
  useEffect(() => {
    cancelAnimationFrame(nextCheck);
    return () => {
      // The frame after the one in which a dialog returns the focus.
      cancelAnimationFrame(nextCheck);
      nextCheck = requestAnimationFrame(() => {
        nextCheck = requestAnimationFrame(focusHeadingIfLost);
      });
    };
  }, []);
  return null;
}

// Shared by the page: the check of a dialog closed earlier would run before the dialog closing now has returned the
// focus.
let nextCheck = 0;

function focusHeadingIfLost() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
