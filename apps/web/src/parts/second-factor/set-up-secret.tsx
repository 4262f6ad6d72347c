import { CopyButton } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SecondFactorSetUp } from '../../api/calls/sign-in/enable-google-2fa.ts';

/**
 * The secret for the authenticator app: to scan, or to type where there is no camera. Black on white in both themes.
 */
export function SetUpSecret({ setUp: { picture, secret } }: { readonly setUp: SecondFactorSetUp }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-4">
      <div className="rounded-lg bg-white p-3">
        <img
          src={`data:image/png;base64,${picture}`}
          alt={t('second-factor.setUp.picture')}
          width={208}
          height={208}
          className="block [image-rendering:pixelated]"
        />
      </div>
      {secret === null ? null : (
        <div className="flex w-full flex-col gap-2">
          <p className="text-small text-ink-2">{t('second-factor.setUp.cannotScan')}</p>
          <p className="rounded-md bg-sunken px-3.5 py-2.5 text-center font-mono text-small text-wrap-balance [overflow-wrap:anywhere] text-ink-1 select-all">
            <Grouped text={secret} />
          </p>
          <CopyButton
            value={secret}
            what={t('second-factor.setUp.copied')}
            label={t('second-factor.setUp.copy')}
            isFullWidth
          />
        </div>
      )}
    </div>
  );
}

/** Groups of four characters for reading; selecting yields the text without gaps. */
function Grouped({ text }: { readonly text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return groups.map((group, at) => (
    // The groups never change places.
    <span key={at} className="mx-1 inline-block">
      {group}
    </span>
  ));
}
