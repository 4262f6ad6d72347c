import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buildWidgetAddress } from './widget-address.ts';
import { readWidgetMessage } from './widget-message.ts';
import type { WidgetReports } from './widget-phase.ts';

/** The sandbox's page, from this app's own origin, in a frame. */
export function SandboxFrame({
  widgetUrl,
  onPhase,
  onProgress,
  renew,
}: WidgetReports & { widgetUrl: string }) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  // Another address would load the page again and lose what was typed.
  const [address] = useState(() => buildWidgetAddress(widgetUrl, i18n.language));

  useEffect(() => {
    function listen(event: MessageEvent) {
      // Only messages from this frame and this origin are accepted.
      if (event.source !== frame.current?.contentWindow || event.origin !== window.location.origin) return;
      switch (readWidgetMessage(event.data)) {
        case 'ready':
          onPhase('open');
          return;
        case 'changed':
          onPhase('changed');
          return;
        case 'submitted':
          onPhase('submitted');
          onProgress();
          return;
        case 'reviewed':
          onProgress();
          return;
        case 'sentBack':
          onPhase('open');
          onProgress();
          return;
        case 'expired':
          void sendToken(frame.current, renew);
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
  }, [onPhase, onProgress, renew]);

  return (
    <iframe
      ref={frame}
      title={t('verification.widget.frame')}
      src={address}
      // The page may never announce itself; once loaded it can be used.
      onLoad={() => onPhase('open')}
      className="relative w-full grow border-0"
      allow="camera; microphone"
    />
  );
}

/** Sends the page another token, or the message that none is available. */
async function sendToken(frame: HTMLIFrameElement | null, renew: () => Promise<string>): Promise<void> {
  const answer = await renew().then(
    (accessToken) => ({ accessToken, error: null }),
    () => ({ accessToken: null, error: 'no token' }),
  );
  frame?.contentWindow?.postMessage(
    { method: 'idCheck.updateAccessToken', ...answer },
    window.location.origin,
  );
}
