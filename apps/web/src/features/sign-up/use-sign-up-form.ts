/** The state of the sign-up form: its fields, the check of the password, and the registration. */
import { zodResolver } from '@hookform/resolvers/zod';
import { notify, ratePasswordStrength, rememberFocus } from '@salar/ui';
import { useEffect } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { Control, UseFormSetError } from 'react-hook-form';
import { useTranslation } from '../../i18n/use-translation.ts';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { isTextRecord, useDraft } from '../../lib/use-draft.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { usePasswordProblem } from '../../parts/password/use-password-problem.ts';
import { useRegisterUserMutation } from './api/register-user.ts';
import { toRegistrationRefusal } from './registration-refusal.ts';
import { signUpSchema } from './sign-up-schema.ts';
import type { SignUp } from './sign-up-schema.ts';

const nothingTyped: Readonly<Record<string, string>> = {};

export type SignUpFields = ReturnType<typeof useFields>;

/** @param onRegistered  called with the address of the mail once the server has accepted */
export function useSignUpForm(onRegistered: (email: string) => void) {
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
  const fields = useFields(control);
  const { value: userName } = fields.userName.field;
  const { value: email } = fields.email.field;
  useEffect(() => {
    const isEmpty = userName === '' && email === '';
    keep(isEmpty ? nothingTyped : { userName, email });
  }, [userName, email, keep]);
  const hasAccepted = watch('hasAcceptedTerms') && watch('hasAcceptedPrivacy');
  const { value: password } = fields.password.field;
  const passwordProblem = usePasswordProblem(password, { userName, email });
  const { register, isLoading, problem } = useRegistration(onRegistered, setError);

  return {
    fields,
    /** Why the server would refuse the password, as a translation key; null for one that it accepts. */
    passwordProblem,
    strength: password === '' ? null : passwordProblem ? ('weak' as const) : ratePasswordStrength(password),
    changePassword: (value: string) => {
      fields.password.field.onChange(value);
      // A repeated password that was checked before is checked again, because the first one changed.
      if (fields.repeatPassword.fieldState.isTouched) void trigger('repeatPassword');
    },
    hasAccepted,
    errorCount: formState.isSubmitted ? Object.keys(formState.errors).length : 0,
    problem,
    isLoading,
    submit: handleSubmit(register),
  };
}

function useFields(control: Control<SignUp>) {
  return {
    userName: useController({ control, name: 'userName' }),
    email: useController({ control, name: 'email' }),
    password: useController({ control, name: 'password' }),
    repeatPassword: useController({ control, name: 'repeatPassword' }),
    terms: useController({ control, name: 'hasAcceptedTerms' }),
    privacy: useController({ control, name: 'hasAcceptedPrivacy' }),
  };
}

/** Registers the customer, and shows a refusal at its field or above the form. */
function useRegistration(onRegistered: (email: string) => void, setError: UseFormSetError<SignUp>) {
  const { t } = useTranslation().i18n;
  const { language } = useLanguage();
  const failureText = useFailureText();
  const [registerUser, { isLoading }] = useRegisterUserMutation();
  const [problem, setProblem] = useLocalizedMessage();

  async function register(values: SignUp) {
    setProblem(null);
    const hasMovedOn = rememberFocus();
    const { data, error } = await registerUser({
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
      setProblem(() => (error ? failureText(error) : t('errors.registrationFailed')));
      return;
    }
    const refusal = toRegistrationRefusal(data);
    if (refusal.field === 'form')
      setProblem(
        () =>
          (refusal.text && (translateRefusal(refusal.text, t) ?? refusal.text)) ??
          t('errors.registrationFailed'),
      );
    else if (refusal.field === 'both') setProblem(() => t(refusal.key));
    else setError(refusal.field, { message: refusal.key }, { shouldFocus: !hasMovedOn() });
  }

  return { register, isLoading, problem };
}
