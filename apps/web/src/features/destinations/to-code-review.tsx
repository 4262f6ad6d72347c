import type { MailedConfirmation } from '../../api/calls/get-mailed-confirmation.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import type { CodeReview } from '../../lib/confirm-by-link.tsx';
import { ConfirmationDetails } from './confirmation-details.tsx';

type Answer = {
  readonly data?: MailedConfirmation | undefined;
  readonly error?: ApiError | undefined;
  readonly refetch: () => unknown;
};

/** What is said of a code that can no longer confirm anything. */
type ClosedTexts = (state: 'Confirmed' | 'Expired' | 'Ended') => {
  readonly title: string;
  readonly body: string;
};

/** Tells the page behind a mailed link what its code confirms, from the answer of the exchange. */
export function toCodeReview({ data, error, refetch }: Answer, closedTexts: ClosedTexts): CodeReview {
  if (data && data.state !== 'Open') return { kind: 'closed', ...closedTexts(data.state) };
  if (data) return { kind: 'open', details: <ConfirmationDetails confirmation={data} /> };
  if (!error) return { kind: 'loading' };
  if (toFailure(error).kind === 'REFUSED') return { kind: 'refused' };
  return { kind: 'unread', error, retry: () => void refetch() };
}
