import { ButtonLink, EnvelopeArt, FailureArt, Spinner, SuccessArt } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import type { LinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { ResendForm } from './resend-form.tsx';
import { useEmailConfirmation } from './use-email-confirmation.ts';

/** The page behind the link of the verification mail. */
export function VerifyEmailPage() {
  const code = useLinkCode();
  return code === null ? <IncompleteLink /> : <Verification code={code} />;
}

/**
 * A link without its code, as after a reload of the page, which removes the code from the URL. Whether the e-mail
 * address is verified is unknown here, so the page claims nothing about it.
 */
function IncompleteLink() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-6 text-center" role="alert">
        <EnvelopeArt />
        <PageHeading isCentered title={t('verify-email.title')} description={t('verify-email.incomplete')} />
      </div>
      <ResendForm />
    </div>
  );
}

/** Verifies the e-mail address with the code: once, even when mounted twice. */
function Verification({ code }: { readonly code: LinkCode }) {
  const { t } = useTranslation();
  const state = useEmailConfirmation(code);

  switch (state.kind) {
    case 'working':
      return (
        <div className="flex flex-col items-center gap-5 text-center">
          <PageHeading isCentered title={t('verify-email.title')} />
          <Spinner className="size-8 text-accent" />
          <p role="status" className="text-ink-2">
            {t('verify-email.working')}
          </p>
        </div>
      );
    case 'verified':
      return (
        <div className="flex flex-col items-center gap-6 text-center" role="status">
          <SuccessArt />
          <PageHeading
            isCentered
            title={t('verify-email.success.title')}
            description={t('verify-email.success.body')}
          />
          <ButtonLink href="/signin" isFullWidth>
            {t('verify-email.success.login')}
          </ButtonLink>
        </div>
      );
    default:
      return (
        <div className="flex flex-col gap-6">
          <div className="flex flex-col items-center gap-6 text-center" role="alert">
            <FailureArt />
            <PageHeading
              isCentered
              title={t('verify-email.failure.title')}
              description={
                <>
                  <p>{t('verify-email.failure.body')}</p>
                  <p className="mt-2 text-ink-3">{state.reason()}</p>
                </>
              }
            />
          </div>
          <ResendForm />
        </div>
      );
  }
}
