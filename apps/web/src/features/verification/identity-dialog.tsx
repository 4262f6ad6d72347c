import { AlertDialog, Button, Dialog, InlineNotice, Spinner } from '@salar/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { IdentityToken } from './api/create-identity-token.ts';
import { SandboxFrame } from './sandbox-frame.tsx';
import { SumsubFrame } from './sumsub-frame.tsx';
import type { WidgetPhase, WidgetReports } from './widget-phase.ts';

export type IdentityDialogProps = Pick<WidgetReports, 'onProgress' | 'renew'> & {
  /** Null while closed. */
  readonly token: IdentityToken | null;
  readonly onClose: () => void;
  /** Starts again with a new token. */
  readonly onRetry: () => void;
};

/** The identity provider's widget in the app's own dialog. */
export function IdentityDialog({ token, onClose, onProgress, renew, onRetry }: IdentityDialogProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const [phase, setPhase] = usePhase(token);

  function close() {
    setIsLeaving(false);
    onClose();
  }

  return (
    <>
      <Dialog
        isOpen={token !== null}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          if (phase === 'changed') setIsLeaving(true);
          else close();
        }}
        title={t('verification.widget.title')}
        size="lg"
        theme="dark"
        isFlush
        isFullScreenOnMobile
      >
        {token === null ? null : phase === 'failed' || !hasWidget(token) ? (
          <Failed onRetry={onRetry} />
        ) : (
          <div className="relative flex min-h-[min(36rem,70dvh)] grow flex-col border-t border-line">
            {phase === 'loading' ? <Opening /> : null}
            {phase === 'submitted' ? (
              <InlineNotice tone="success" isAnnounced className="m-4">
                {t('verification.widget.submitted')}
              </InlineNotice>
            ) : null}
            <Widget
              key={token.token}
              token={token}
              onPhase={setPhase}
              onProgress={onProgress}
              renew={renew}
            />
          </div>
        )}
      </Dialog>
      <AlertDialog
        isOpen={isLeaving && token !== null}
        title={t('verification.widget.closeTitle')}
        confirmLabel={t('verification.widget.closeConfirm')}
        cancelLabel={t('verification.widget.closeCancel')}
        onConfirm={close}
        onCancel={() => setIsLeaving(false)}
      >
        {t('verification.widget.closeBody')}
      </AlertDialog>
    </>
  );
}

/** The phase of the widget; each token starts it again. */
function usePhase(token: IdentityToken | null) {
  const opened = token?.token ?? null;
  const [seen, setSeen] = useState<{ readonly of: string | null; readonly phase: WidgetPhase }>({
    of: null,
    phase: 'loading',
  });
  const setPhase = useCallback((phase: WidgetPhase) => setSeen({ of: opened, phase }), [opened]);
  return [seen.of === opened ? seen.phase : 'loading', setPhase] as const;
}

function Widget({ token, ...reports }: WidgetReports & { readonly token: IdentityToken }) {
  if (token.provider === 'sumsub')
    return <SumsubFrame token={token.token} origin={token.widgetUrl} {...reports} />;
  return token.widgetUrl === null ? null : <SandboxFrame widgetUrl={token.widgetUrl} {...reports} />;
}

/** Whether there is a widget to show: the sandbox needs the address of its page. */
function hasWidget({ provider, widgetUrl }: IdentityToken): boolean {
  return provider === 'sumsub' || widgetUrl !== null;
}

function Opening() {
  const { t } = useTranslation();
  return (
    <p role="status" className="absolute inset-0 flex items-center justify-center gap-3 text-ink-2">
      <Spinner className="size-5" /> {t('verification.widget.loading')}
    </p>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-4 px-5 pb-6">
      <InlineNotice tone="error" isAnnounced>
        {t('verification.widget.external')}
      </InlineNotice>
      <Button variant="quiet" onPress={onRetry}>
        {t('verification.retry')}
      </Button>
    </div>
  );
}
