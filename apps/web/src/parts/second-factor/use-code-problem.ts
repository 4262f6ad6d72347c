import { useCallback } from 'react';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const wrongCode = 'Invalid 2FA code';
const tooManyCodes = 'Too many codes. Please sign in again.';
const tooManyToday = 'Too many wrong codes today. Please try again tomorrow.';
const tooLate = 'Your sign-in has expired. Please sign in again.';

export type SignInEnd = 'tooMany' | 'over';

/** Returns the message for a refused code, in the customer's language. */
export function useCodeProblem(): (message: string | null) => string {
  const { t } = useTranslation().i18n;
  return useCallback(
    (message) => {
      switch (message) {
        case null:
        case wrongCode:
          return t('errors.2faInvalid');
        case tooManyCodes:
          return t('second-factor.code.tooMany');
        case tooManyToday:
          return t('second-factor.code.tomorrow');
        case tooLate:
          return t('second-factor.code.over');
        default:
          return translateRefusal(message, t) ?? message;
      }
    },
    [t],
  );
}

/**
 * Returns why the pending sign-in is over, or null while another code may be accepted. `second-factor.code` has the
 * texts.
 */
export function findSignInEnd(message: string | null): SignInEnd | null {
  return message === tooManyCodes ? 'tooMany' : message === tooLate ? 'over' : null;
}
