import { AlertDialog, Dialog, InlineNotice, Spinner } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityToken } from '../../api/calls/create-identity-token.ts';
import { widgetAddress } from './widget-address.ts';
import { readWidgetMessage } from './widget-message.ts';

export type IdentityDialogProps = {
  /** Null while closed. */
  readonly token: IdentityToken | null;
  readonly onClose: () => void;
  /** Documents were sent or judged: look at the account again. */
  readonly onProgress: () => void;
  /** The token ran out: a new one is needed. */
  readonly onExpired: () => void;
};

type Phase = 'loading' | 'open' | 'submitted' | 'failed';

/** The identity provider's page in a frame of ours. */
export function IdentityDialog({ token, onClose, onProgress, onExpired }: IdentityDialogProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const [phase, setPhase] = useState<Phase>('loading');
  const isInProgress = phase === 'open';

  function close() {
    setIsLeaving(false);
    setPhase('loading');
    onClose();
  }

  return (
    <>
      <Dialog
        isOpen={token !== null}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          if (isInProgress) setIsLeaving(true);
          else close();
        }}
        title={t('verification.widget.title')}
        size="lg"
        theme="dark"
        isFlush
        isFullScreenOnMobile
      >
        {token === null ? null : (
          <Frame
            key={token.token}
            token={token}
            phase={phase}
            onPhase={setPhase}
            onProgress={onProgress}
            onExpired={onExpired}
          />
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

type FrameProps = {
  readonly token: IdentityToken;
  readonly phase: Phase;
  readonly onPhase: (phase: Phase) => void;
  readonly onProgress: () => void;
  readonly onExpired: () => void;
};

function Frame({ token, phase, onPhase, onProgress, onExpired }: FrameProps) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    function listen(event: MessageEvent) {
      // Only our own frame, served by our own origin, is listened to.
      if (event.source !== frame.current?.contentWindow || event.origin !== window.location.origin) return;
      switch (readWidgetMessage(event.data)) {
        case 'ready':
          onPhase('open');
          return;
        case 'submitted':
        case 'reviewed':
          onPhase('submitted');
          onProgress();
          return;
        case 'expired':
          onExpired();
          return;
        case 'failed':
          onPhase('failed');
          return;
        case null:
          return;
      }
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [onPhase, onProgress, onExpired]);

  if (token.widgetUrl === null || phase === 'failed') {
    return (
      <div className="px-5 pb-6">
        <InlineNotice tone="error" isAnnounced>
          {t('verification.widget.external')}
        </InlineNotice>
      </div>
    );
  }
  return (
    <div className="relative flex min-h-[min(36rem,70dvh)] grow flex-col border-t border-line">
      {phase === 'loading' ? (
        <p role="status" className="absolute inset-0 flex items-center justify-center gap-3 text-ink-2">
          <Spinner size={20} /> {t('verification.widget.loading')}
        </p>
      ) : null}
      {phase === 'submitted' ? (
        <InlineNotice tone="success" isAnnounced className="m-4">
          {t('verification.widget.submitted')}
        </InlineNotice>
      ) : null}
      <iframe
        ref={frame}
        title={t('verification.widget.frame')}
        src={widgetAddress(token.widgetUrl, i18n.resolvedLanguage)}
        // The page may not announce itself; once it is there it can be used.
        onLoad={() => {
          if (phase === 'loading') onPhase('open');
        }}
        className="relative w-full grow border-0"
        allow="camera; microphone"
      />
    </div>
  );
}
