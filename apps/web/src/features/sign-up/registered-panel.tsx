import { Button, ButtonLink, EnvelopeArt, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { TaggedText } from '../../lib/tagged-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResendVerificationEmailMutation } from '../../api/calls/sign-in/resend-verification-email.ts';
import { LocalLink } from '../../lib/navigation/local-link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useCountdown } from '../../lib/time/use-countdown.ts';

/** Seconds between two requests for the same mail. */
const resendPause = 60;

type RegisteredPanelProps = {
  readonly email: string;
  /** Shows the form again, for an address that was mistyped. */
  readonly onBack: () => void;
};

/** Shows where the mail was sent, with links to sign-in, to another mail and back to the form. */
export function RegisteredPanel({ email, onBack }: RegisteredPanelProps) {
  const { t } = useTranslation();
  const [resend, { isLoading }] = useResendVerificationEmailMutation();
  const { secondsLeft, start } = useCountdown();
  const [hasFailed, setHasFailed] = useState(false);

  async function sendAgain() {
    const { data } = await resend({ email });
    setHasFailed(!data?.isAccepted);
    if (data?.isAccepted) {
      notify.success(t('success.verificationEmailSent'));
      start(resendPause);
    } else {
      notify.error(t('errors.verificationEmailError'));
    }
  }

  return (
    <div className="motion-panel flex flex-col items-center gap-6 text-center text-wrap-balance">
      <EnvelopeArt />
      <PageHeading
        isCentered
        title={t('sign-up.registered.title')}
        description={
          <TaggedText
            text={t('sign-up.registered.body', { email })}
            tags={{
              address: <strong className="font-semibold text-ink-1 [overflow-wrap:anywhere]"> </strong>,
            }}
          />
        }
      />
      {hasFailed ? (
        <InlineNotice tone="error" className="w-full text-start">
          {t('errors.verificationEmailError')}
        </InlineNotice>
      ) : null}
      <div className="flex w-full flex-col gap-3">
        <ButtonLink href="/signin" isFullWidth>
          {t('sign-up.registered.login')}
        </ButtonLink>
        <Button
          variant="quiet"
          isFullWidth
          isDisabled={secondsLeft > 0}
          isLoading={isLoading}
          loadingText={t('common.processing')}
          onPress={() => void sendAgain()}
        >
          {secondsLeft > 0
            ? t('sign-up.registered.resendWait', { count: secondsLeft })
            : t('sign-up.registered.resend')}
        </Button>
        <Button variant="quiet" isFullWidth onPress={onBack}>
          {t('sign-up.registered.back')}
        </Button>
        <LocalLink path="mailbox" query={{ to: email }}>
          {t('sign-up.registered.localMailbox')}
        </LocalLink>
      </div>
      <p className="text-small text-ink-3">{t('sign-up.registered.hint')}</p>
    </div>
  );
}
