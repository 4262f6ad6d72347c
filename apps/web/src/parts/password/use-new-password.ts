import { ratePasswordStrength } from '@salar/ui';
import { useRef, useState } from 'react';
import type { TextKey } from '../../i18n/text-key.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { findPasswordRefusal, passwordMin } from './password-refusal.ts';
import { usePasswordProblem } from './use-password-problem.ts';

export type NewPassword = ReturnType<typeof useNewPassword>;

/**
 * The state of a new password and its repetition: both are required and must match, and the server may refuse the
 * password.
 */
export function useNewPassword(owner: Parameters<typeof usePasswordProblem>[1]) {
  const { t } = useTranslation().i18n;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  /** The server's refusal of this very password. */
  const [refused, setRefused] = useState<{ password: string; reason: TextKey } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const problem = usePasswordProblem(password, owner);
  const refusal = refused?.password === password ? t(refused.reason, { min: passwordMin }) : null;
  const strength = password === '' ? null : problem ? 'weak' : ratePasswordStrength(password);
  const missing = isChecked && password === '' ? t('errors.required') : null;
  const repeatedProblem =
    repeated === '' ? 'errors.required' : repeated === password ? null : 'errors.passwordsDiffer';

  /** Shows what is missing. Returns whether the password can be sent. */
  function check(): boolean {
    setIsChecked(true);
    return password !== '' && repeatedProblem === null;
  }

  /** Shows why the server refused the password. Returns false for a refusal that is about something else. */
  function showRefusal(
    answer: Parameters<typeof findPasswordRefusal>[0],
    hasMovedOn: () => boolean,
  ): boolean {
    const reason = findPasswordRefusal(answer);
    if (reason === null) return false;
    setRefused({ password, reason });
    if (!hasMovedOn()) input.current?.focus();
    return true;
  }

  return {
    password,
    setPassword,
    error: missing ?? refusal ?? (problem && t(problem)),
    strength,
    /** The reason why the password is weak, when it is known, or its strength. */
    strengthLabel:
      problem && refusal === null ? t(problem) : strength ? t(`sign-up.strength.${strength}`) : '',
    input,
    repeated,
    setRepeated,
    repeatedError: isChecked && repeatedProblem ? t(repeatedProblem) : null,
    check,
    showRefusal,
  };
}
