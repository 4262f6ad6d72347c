import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const wrongCode = 'Invalid 2FA code';
const tooManyCodes = 'Too many codes. Please sign in again.';
const tooManyToday = 'Too many wrong codes today. Please try again tomorrow.';
const tooLate = 'Your sign-in has expired. Please sign in again.';

/** What the server said about a code that was not right, in the customer's words. */
export function useCodeProblem(): (message: string | null) => string {
  const { t } = useTranslation();
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
          return message;
      }
    },
    [t],
  );
}

/** The sign-in that waited for the code is over: no further code will do. */
export function isSignInOver(message: string | null): boolean {
  return message === tooManyCodes || message === tooLate;
}
