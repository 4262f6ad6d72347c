import { AlertDialog, Button, InlineNotice, Link, PasswordField, TextField, UserIcon } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useCredentials } from './use-credentials.tsx';
import type { CredentialsOptions } from './use-credentials.tsx';

export type CredentialsPanelProps = CredentialsOptions & {
  /** Why the last sign-in ended without success. */
  readonly notice: SignInEnd | null;
};

type CredentialsState = ReturnType<typeof useCredentials>;

/** The first step of a sign-in: username and password, or a passkey. */
export function CredentialsPanel({ notice, ...options }: CredentialsPanelProps) {
  const { t } = useTranslation().i18n;
  const { isShown, onSignedIn } = options;
  const form = useCredentials(options);
  const { problem, secondsLeft } = form;
  return (
    <div className="flex flex-col gap-7">
      <PageHeading
        // Mounted again when the panel returns to the front, so that the page is announced again.
        key={String(isShown)}
        isCentered
        title={t('sign-in.title')}
        description={t('sign-in.subtitle')}
      />
      {problem || notice ? (
        <InlineNotice tone="error" title={problem?.title} isAnnounced>
          {problem?.text ?? (notice && t(`second-factor.code.${notice}`))}
        </InlineNotice>
      ) : null}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <Fields form={form} />
        <Button
          type="submit"
          isFullWidth
          isDisabled={secondsLeft > 0}
          isLoading={form.isLoading}
          loadingText={t('common.processing')}
        >
          {secondsLeft > 0 ? t('sign-in.submitWait', { count: secondsLeft }) : t('sign-in.submit')}
        </Button>
        <PasskeyButton label={t('sign-in.passkey')} onSignedIn={onSignedIn} />
      </form>
      <p className="text-center text-ink-2">
        {t('sign-in.noAccount')} <Link href="/signup">{t('sign-in.signUp')}</Link>
      </p>
      <EmailQuestion form={form} />
    </div>
  );
}

function Fields({ form }: { readonly form: CredentialsState }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('sign-in.userName')}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        icon={<UserIcon />}
        {...form.userName}
        onFocus={() => void form.offerPasskeys()}
        isRequired
      />
      <div className="flex flex-col gap-1.5">
        <PasswordField
          label={t('sign-in.password')}
          name="password"
          autoComplete="current-password"
          {...form.password}
          isRequired
        />
        <Link
          href="/forgot-password"
          look="plain"
          className="inline-flex min-h-11 items-center self-end text-small pointer-fine:min-h-8"
        >
          {t('sign-in.forgot')}
        </Link>
      </div>
    </>
  );
}

/** Confirms a username that looks like an e-mail address before it is sent. */
function EmailQuestion({ form }: { readonly form: CredentialsState }) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      isOpen={form.isEmailQuestionOpen}
      title={t('sign-in.emailWarning.title')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('common.continue')}
      onCancel={form.closeEmailQuestion}
      onConfirm={() => void form.logIn()}
    >
      {t('sign-in.emailWarning.body', { userName: form.userName.value.trim() })}
    </AlertDialog>
  );
}
