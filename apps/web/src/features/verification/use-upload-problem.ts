import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { UploadState } from './use-uploads.ts';

const knownDetails = {
  'The file is empty': 'empty',
  'The file is too large': 'tooLarge',
  'Only PDF, JPEG, PNG and WebP files are taken': 'type',
  'This request has its 30 files already': 'tooMany',
  'The files of this request are more than 100 MB': 'requestTooLarge',
  'This document is too old or its day is not one': 'tooOld',
  'This request cannot be changed now': 'notEditable',
} as const;

/** Explains why a file was not uploaded, in the customer's language. */
export function useUploadProblem(): (state: Extract<UploadState, { step: 'failed' }>) => string {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return useCallback(
    ({ reason, error }) => {
      if (reason !== null) return t(`verification.request.upload.${reason}`);
      if (error === null) return t('common.failure.REFUSED');
      const failure = toFailure(error);
      if (failure.kind === 'HTTP' && failure.status === 413) return t('verification.request.upload.tooLarge');
      const detail = failure.kind === 'REFUSED' ? failure.detail : null;
      const known = knownDetails[detail as keyof typeof knownDetails];
      return known === undefined ? failureText(error) : t(`verification.request.upload.${known}`);
    },
    [t, failureText],
  );
}
