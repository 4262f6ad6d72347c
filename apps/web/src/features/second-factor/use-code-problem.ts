import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const wrongCode = 'Invalid 2FA code';
const tooManyCodes = 'Too many codes. Please sign in again.';

/** What the server said about a code that was not right, in the customer's words. */
export function useCodeProblem(): (message: string | null) => string {
  const { t } = useTranslation();
  return useCallback(
    (message) => {
      if (message === null || message === wrongCode) return t('errors.2faInvalid');
      return message === tooManyCodes ? t('second-factor.code.tooMany') : message;
    },
    [t],
  );
}
