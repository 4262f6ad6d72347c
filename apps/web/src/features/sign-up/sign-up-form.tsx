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
} from '@salar/ui';
import { userNameLengthMax } from '@salar/protocol/sign-up/names';
import type { TextKey } from '../../i18n/text-key.ts';
import type { Translate } from '../../i18n/translator.ts';
import { TaggedText } from '../../lib/tagged-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { siteLinks } from '../../lib/navigation/site-links.ts';
import { passwordMin } from '../../parts/password/password-refusal.ts';
import { userNameMin } from './sign-up-schema.ts';
import { useSignUpForm } from './use-sign-up-form.ts';
import type { SignUpFields } from './use-sign-up-form.ts';

/**
 * Errors appear when a field loses the focus, often because the customer presses something below it: that must not
 * move.
 */
const withRoomForError = 'min-h-24';

type SignUpFormState = ReturnType<typeof useSignUpForm>;

/** The registration of a customer. `onRegistered` is called with the address of the mail once the server has accepted. */
export function SignUpForm({ onRegistered }: { readonly onRegistered: (email: string) => void }) {
  const { t } = useTranslation().i18n;
  const form = useSignUpForm(onRegistered);
  const { userName, email, repeatPassword } = form.fields;
  return (
    <div className="flex flex-col gap-7">
      <PageHeading isCentered title={t('sign-up.title')} description={t('sign-up.subtitle')} />
      <Problems form={form} />
      <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-2">
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
        <NewPasswordField form={form} />
        <PasswordField
          label={t('sign-up.repeatPassword')}
          {...bind(repeatPassword, t)}
          autoComplete="new-password"
          isRequired
          className={withRoomForError}
        />
        <Consents fields={form.fields} />
        <Button
          type="submit"
          isFullWidth
          isDisabled={!form.hasAccepted}
          isLoading={form.isLoading}
          loadingText={t('common.processing')}
          className="mt-4"
        >
          {t('sign-up.submit')}
        </Button>
      </form>
      <p className="text-center text-ink-2">
        <TaggedText text={t('sign-up.haveAccount')} tags={{ signIn: <Link href="/signin"> </Link> }} />
      </p>
    </div>
  );
}

/** Why the registration was refused, and how many fields have errors. */
function Problems({ form: { problem, errorCount } }: { readonly form: SignUpFormState }) {
  const { t } = useTranslation().i18n;
  return (
    <>
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
    </>
  );
}

/** The password with its strength. */
function NewPasswordField({ form }: { readonly form: SignUpFormState }) {
  const { t } = useTranslation().i18n;
  const { fields, passwordProblem, strength, changePassword } = form;
  const bound = bind(fields.password, t);
  const error = bound.error ?? (passwordProblem ? t(passwordProblem) : null);
  return (
    <div className={cx('flex flex-col gap-1.5', withRoomForError)}>
      <PasswordField
        label={t('sign-up.password')}
        {...bound}
        error={error}
        onChange={changePassword}
        autoComplete="new-password"
        isRequired
      />
      {/* An error takes the line of the strength meter, which screen readers can still read. */}
      <div className={error ? 'sr-only' : undefined}>
        <StrengthMeter
          strength={strength}
          label={
            passwordProblem && !fields.password.fieldState.error
              ? t(passwordProblem)
              : strength
                ? t(`sign-up.strength.${strength}`)
                : ''
          }
        />
      </div>
    </div>
  );
}

/** The consent to the terms and to the privacy policy. */
function Consents({ fields: { terms, privacy } }: { readonly fields: SignUpFields }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        isSelected={terms.field.value}
        onChange={terms.field.onChange}
        onBlur={terms.field.onBlur}
        name="terms"
      >
        <TaggedText
          text={t('sign-up.terms')}
          tags={{
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
        <TaggedText
          text={t('sign-up.privacy')}
          tags={{
            page: (
              <Link href={siteLinks.privacy} isExternal>
                {' '}
              </Link>
            ),
          }}
        />
      </Checkbox>
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
function bind({ field, fieldState }: Bound, t: Translate) {
  const key = fieldState.error?.message as TextKey | undefined;
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
