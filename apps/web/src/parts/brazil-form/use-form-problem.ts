import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

const knownDetails = {
  'This TaxIdNumber is in use by another account': 'brazil-form.errors.taken',
  'This verification was rejected for good': 'brazil-form.next.rejectedFinally',
  'Brazilian verification is not available now': 'brazil-form.errors.away',
} as const;

/** Explains why a form was refused, in the customer's language. */
export function useFormProblem(): (error: ApiError) => string {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return useCallback(
    (error) => {
      const failure = toFailure(error);
      const detail = failure.kind === 'REFUSED' ? failure.detail : null;
      const known = knownDetails[detail as keyof typeof knownDetails];
      return known === undefined ? failureText(error) : t(known);
    },
    [t, failureText],
  );
}
