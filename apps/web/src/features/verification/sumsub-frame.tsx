import type { SnsWebSdk } from '@sumsub/websdk';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRefusal } from './widget-message.ts';
import type { WidgetReports } from './widget-phase.ts';

export type SumsubFrameProps = WidgetReports & {
  readonly token: string;
  /** The origin of the widget; null for Sumsub's default. */
  readonly origin: string | null;
};

/** Sumsub's widget, which creates its own frame. Its script loads when it is first shown. */
export function SumsubFrame({ token, origin, onPhase, onProgress, renew }: SumsubFrameProps) {
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const sdk = useRef<SnsWebSdk | null>(null);
  const language = i18n.language;
  const title = t('verification.widget.frame');
  // Read when the widget starts; a change of language must not restart it.
  const labels = useRef({ language, title });

  useEffect(() => {
    let isGone = false;
    launch()
      .then((launched) => {
        if (isGone) launched.destroy();
        else sdk.current = launched;
      })
      .catch(() => {
        if (!isGone) onPhase('failed');
      });
    return () => {
      isGone = true;
      sdk.current?.destroy();
      sdk.current = null;
    };

    async function launch(): Promise<SnsWebSdk> {
      const { default: websdk } = await import('@sumsub/websdk');
      const builder = websdk.init(token, renew);
      if (origin !== null) builder.withBaseUrl(origin);
      const built = builder
        .withConf({ lang: labels.current.language, theme: 'dark' })
        .withOptions({ addViewportTag: false, adaptIframeHeight: true })
        // Its frame is of another origin and does not report input: closing needs a confirmation from the beginning.
        .on('idCheck.onReady', () => onPhase('changed'))
        .on('idCheck.onInitialized', () => onPhase('changed'))
        .on('idCheck.onApplicantSubmitted', sent)
        .on('idCheck.onApplicantResubmitted', sent)
        .on('idCheck.onApplicantStatusChanged', ({ reviewResult }) => {
          if (isRefusal(reviewResult)) onPhase('changed');
          onProgress();
        })
        .on('idCheck.onApplicantVerificationCompleted', () => onProgress())
        .on('idCheck.onError', () => onPhase('failed'))
        .build();
      if (isGone || container.current === null) return built;
      built.launch(container.current);
      container.current.querySelector('iframe')?.setAttribute('title', labels.current.title);
      return built;
    }

    function sent() {
      onPhase('submitted');
      onProgress();
    }
  }, [token, origin, onPhase, onProgress, renew]);

  useEffect(() => {
    labels.current = { language, title };
    sdk.current?.setLanguage(language);
  }, [language, title]);

  return <div ref={container} className="relative grow overflow-y-auto" />;
}
