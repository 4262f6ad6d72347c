import { zodResolver } from '@hookform/resolvers/zod';
import {
  Button,
  Checkbox,
  InlineNotice,
  Link,
  MailIcon,
  PasswordField,
  StrengthMeter,
  TextField,
  UserIcon,
  cx,
  notify,
  ratePasswordStrength,
} from '@salar/ui';
import { userNameLengthMax } from '@salar/protocol/sign-up/names';
import type { ParseKeys, TFunction } from 'i18next';
import { useEffect } from 'react';
import { useController, useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { useRegisterUserMutation } from './api/register-user.ts';
import { siteLinks } from '../../lib/site-links.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { isTextRecord, useDraft } from '../../lib/use-draft.ts';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/use-localized-message.ts';
import { passwordMin } from '../../parts/password/password-refusal.ts';
import { toRegistrationRefusal } from './registration-refusal.ts';
import { signUpSchema, userNameMin } from './sign-up-schema.ts';
import { usePasswordProblem } from '../../parts/password/use-password-problem.ts';
import type { SignUp } from './sign-up-schema.ts';

/**
 * Errors appear when a field loses the focus, often because the customer presses something below it: that must not
 * move.
 */
const withRoomForError = 'min-h-24';

const nothingTyped: Readonly<Record<string, string>> = {};

/** Called with the address of the mail once the server has accepted. */
export function SignUpForm({ onRegistered }: { readonly onRegistered: (email: string) => void }) {
  const { t } = useTranslation().i18n;
  const { language } = useLanguage();
  const failureText = useFailureText();
  const [register, { isLoading }] = useRegisterUserMutation();
  const [problem, tellProblem] = useLocalizedMessage();
  const [kept, keep] = useDraft('sign-up', nothingTyped, isTextRecord);
  const { control, handleSubmit, setError, trigger, watch, formState } = useForm<SignUp>({
    resolver: zodResolver(signUpSchema),
    // Errors wait for the blur, then follow every key.
    mode: 'onTouched',
    defaultValues: {
      userName: kept['userName'] ?? '',
      email: kept['email'] ?? '',
      password: '',
      repeatPassword: '',
      hasAcceptedTerms: false,
      hasAcceptedPrivacy: false,
    },
  });
  const userName = useController({ control, name: 'userName' });
  const email = useController({ control, name: 'email' });
  const password = useController({ control, name: 'password' });
  const repeatPassword = useController({ control, name: 'repeatPassword' });
  const terms = useController({ control, name: 'hasAcceptedTerms' });
  const privacy = useController({ control, name: 'hasAcceptedPrivacy' });
  const { value: userNameTyped } = userName.field;
  const { value: emailTyped } = email.field;
  useEffect(() => {
    const isEmpty = userNameTyped === '' && emailTyped === '';
    keep(isEmpty ? nothingTyped : { userName: userNameTyped, email: emailTyped });
  }, [userNameTyped, emailTyped, keep]);
  const hasAccepted = watch('hasAcceptedTerms') && watch('hasAcceptedPrivacy');
  const passwordProblem = usePasswordProblem(password.field.value, {
    userName: userNameTyped,
    email: emailTyped,
  });
  const strength =
    password.field.value === ''
      ? null
      : passwordProblem
        ? 'weak'
        : ratePasswordStrength(password.field.value);
  const passwordField = bind(password, t);
  const passwordError = passwordField.error ?? (passwordProblem ? t(passwordProblem) : null);
  const errorCount = formState.isSubmitted ? Object.keys(formState.errors).length : 0;

  const submit = handleSubmit(async (values) => {
    tellProblem(null);
    const { data, error } = await register({
      userName: values.userName.trim(),
      email: values.email.trim(),
      password: values.password,
      language,
    });
    if (data?.userId) {
      notify.success(t('success.registrationSuccess'));
      onRegistered(values.email.trim());
      return;
    }
    if (!data) {
      tellProblem(() => (error ? failureText(error) : t('errors.registrationFailed')));
      return;
    }
    const refusal = toRegistrationRefusal(data);
    if (refusal.field === 'form')
      tellProblem(
        () =>
          (refusal.text && (translateRefusal(refusal.text, t) ?? refusal.text)) ??
          t('errors.registrationFailed'),
      );
    else if (refusal.field === 'both') tellProblem(() => t(refusal.key));
    else setError(refusal.field, { message: refusal.key }, { shouldFocus: true });
  });

  return (
    <div className="flex flex-col gap-7">
      <PageHeading isCentered title={t('sign-up.title')} description={t('sign-up.subtitle')} />
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      {errorCount > 2 ? (
        <InlineNotice tone="error" isAnnounced>
          {t('errors.summary', { count: errorCount })}
        </InlineNotice>
      ) : null}
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
        <TextField
          label={t('sign-up.userName')}
          {...bind(userName, t)}
          autoComplete="username"
          autoCapitalize="none"
          icon={<UserIcon />}
          isRequired
          className={withRoomForError}
        />
        <TextField
          label={t('sign-up.email')}
          {...bind(email, t)}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          icon={<MailIcon />}
          isRequired
          className={withRoomForError}
        />
        <div className={cx('flex flex-col gap-1.5', withRoomForError)}>
          <PasswordField
            label={t('sign-up.password')}
            {...passwordField}
            error={passwordError}
            onChange={(value) => {
              password.field.onChange(value);
              // A repeated password that was checked before is checked again, because the first one changed.
              if (repeatPassword.fieldState.isTouched) void trigger('repeatPassword');
            }}
            autoComplete="new-password"
            isRequired
          />
          {/* An error takes the line of the strength meter, which screen readers can still read. */}
          <div className={passwordError ? 'sr-only' : undefined}>
            <StrengthMeter
              strength={strength}
              label={
                passwordProblem && !password.fieldState.error
                  ? t(passwordProblem)
                  : strength
                    ? t(`sign-up.strength.${strength}`)
                    : ''
              }
            />
          </div>
        </div>
        <PasswordField
          label={t('sign-up.repeatPassword')}
          {...bind(repeatPassword, t)}
          autoComplete="new-password"
          isRequired
          className={withRoomForError}
        />
        <div className="flex flex-col gap-1">
          <Checkbox
            isSelected={terms.field.value}
            onChange={terms.field.onChange}
            onBlur={terms.field.onBlur}
            name="terms"
          >
            <Trans
              i18nKey="sign-up.terms"
              components={{
                page: (
                  <Link href={siteLinks.terms} isExternal>
                    {' '}
                  </Link>
                ),
              }}
            />
          </Checkbox>
          <Checkbox
            isSelected={privacy.field.value}
            onChange={privacy.field.onChange}
            onBlur={privacy.field.onBlur}
            name="privacy"
          >
            <Trans
              i18nKey="sign-up.privacy"
              components={{
                page: (
                  <Link href={siteLinks.privacy} isExternal>
                    {' '}
                  </Link>
                ),
              }}
            />
          </Checkbox>
        </div>
        <Button
          type="submit"
          isFullWidth
          isDisabled={!hasAccepted}
          isLoading={isLoading}
          loadingText={t('common.processing')}
          className="mt-4"
        >
          {t('sign-up.submit')}
        </Button>
      </form>
      <p className="text-center text-ink-2">
        <Trans i18nKey="sign-up.haveAccount" components={{ signIn: <Link href="/signin"> </Link> }} />
      </p>
    </div>
  );
}

type Bound = {
  readonly field: {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly onBlur: () => void;
    readonly name: string;
    readonly ref: (element: HTMLInputElement | null) => void;
  };
  readonly fieldState: { readonly error?: { readonly message?: string | undefined } | undefined };
};

/**
 * Converts a form field to the properties of a text field. Errors are kept as translation keys: they stay while the
 * language may change.
 */
function bind({ field, fieldState }: Bound, t: TFunction) {
  const key = fieldState.error?.message as ParseKeys | undefined;
  const min = field.name === 'userName' ? userNameMin : passwordMin;
  const max = userNameLengthMax;
  return {
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    name: field.name,
    inputRef: field.ref,
    error: key && t(key, { min, max }),
  };
}
