import { lazyView } from '@salar/ui';
import type { MailedConfirmation } from '../../api/calls/sign-in/get-mailed-confirmation.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import type { CodeReview } from '../../lib/mailed-links/confirm-by-link.tsx';
import type { ConfirmationDetailsProps } from './confirmation-details.tsx';

/** Loaded while the exchange is queried for what the code confirms. */
const details = lazyView<ConfirmationDetailsProps>(
  async () => (await import('./confirmation-details.tsx')).ConfirmationDetails,
);

type Answer = {
  readonly data?: MailedConfirmation | undefined;
  readonly error?: ApiError | undefined;
  readonly refetch: () => unknown;
};

/** The text about a code that can no longer confirm anything. */
type ClosedTexts = (state: 'Confirmed' | 'Expired' | 'Ended') => {
  readonly title: string;
  readonly body: string;
};

/** Returns, for the page behind a mailed link, what its code confirms according to the exchange. */
export function useCodeReview({ data, error, refetch }: Answer, closedTexts: ClosedTexts): CodeReview {
  const Details = details.use(true);
  if (data && data.state !== 'Open') return { kind: 'closed', ...closedTexts(data.state) };
  if (data && Details) return { kind: 'open', details: <Details confirmation={data} /> };
  if (!error || data) return { kind: 'loading' };
  if (toFailure(error).kind === 'REFUSED') return { kind: 'refused' };
  return { kind: 'unread', error, retry: () => void refetch() };
}
