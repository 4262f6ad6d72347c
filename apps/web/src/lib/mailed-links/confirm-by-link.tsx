import { Button, ButtonLink, EnvelopeArt, FailureArt, InlineNotice, SuccessArt } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import type { GenericAnswer } from '../../api/wire/generic-answer.ts';
import { PageHeading } from '../page-heading.tsx';
import { useFailureText } from '../failures/use-failure-text.ts';
import { useLocalizedMessage } from '../failures/use-localized-message.ts';
import type { LinkCode } from './use-link-code.ts';

/** `unknown`: the request was sent, but whether it was carried out is unknown. */
type ConfirmOutcome = 'success' | 'failure' | 'unknown';

type Answer = { readonly data?: GenericAnswer | undefined; readonly error?: ApiError | undefined };

/** The state of the code, as checked before the button is pressed. */
export type CodeReview =
  | { readonly kind: 'loading' }
  /** The check failed; `retry` repeats it. */
  | { readonly kind: 'unread'; readonly error: ApiError; readonly retry: () => void }
  /** The exchange has no such code. */
  | { readonly kind: 'refused' }
  /** The code can no longer confirm anything, for the given reason. */
  | { readonly kind: 'closed'; readonly title: string; readonly body: string }
  /** The code is valid; `details` shows what the button will confirm. */
  | { readonly kind: 'open'; readonly details: ReactNode };

export type ConfirmByLinkProps = {
  /** The feature with the page's texts; its `missing` text is for an incomplete link. */
  readonly texts: 'confirm-destination' | 'confirm-withdraw' | 'freeze-account' | 'unlock-account';
  /** The code from the page's address; null when it is incomplete, as after a reload. */
  readonly link: LinkCode | null;
  readonly loadingText: string;
  readonly backHref: string;
  /** A second, smaller paragraph above the button. */
  readonly note?: string;
  /** Omitted where there is nothing to show before the button. */
  readonly review?: CodeReview;
  /** Whether the button may be pressed again while the outcome is unknown, because a repetition changes nothing. */
  readonly isRepeatable?: boolean;
  /** The action of the button, as returned by its mutation hook. */
  readonly confirmation: readonly [
    confirm: (link: LinkCode) => PromiseLike<Answer>,
    state: { readonly isLoading: boolean },
  ];
};

/**
 * The page behind a mailed link. It acts when the customer presses the button, never on opening: mail scanners open
 * links, too.
 */
export function ConfirmByLink(props: ConfirmByLinkProps) {
  const { texts, link, loadingText, backHref, note, review, isRepeatable = false, confirmation } = props;
  const [confirm, { isLoading }] = confirmation;
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [outcome, setOutcome] = useState<ConfirmOutcome | null>(null);
  const [problem, setProblem] = useLocalizedMessage();
  const stage = outcome ?? (link === null ? 'missing' : review?.kind === 'refused' ? 'failure' : 'ready');

  async function press() {
    if (link === null) return;
    setProblem(null);
    const answer = await confirm(link);
    setOutcome(toOutcome(answer));
    const { error } = answer;
    if (error) setProblem(() => failureText(error));
  }

  const backLink = (
    <ButtonLink href={backHref} isFullWidth>
      {t(`${texts}.back`)}
    </ButtonLink>
  );
  const quietBackLink = (
    <ButtonLink href={backHref} variant="ghost" isFullWidth>
      {t(`${texts}.back`)}
    </ButtonLink>
  );
  const confirmButton = (
    <>
      {problem ? (
        <InlineNotice tone="error" isAnnounced={stage === 'ready'} className="text-start">
          {problem}
        </InlineNotice>
      ) : null}
      <Button isFullWidth onPress={() => void press()} isLoading={isLoading} loadingText={loadingText}>
        {t(`${texts}.ready.confirm`)}
      </Button>
    </>
  );
  const isClosed = stage === 'ready' && review?.kind === 'closed';
  return (
    <>
      {/* Focus moves to the heading again with each outcome: the button that had it is gone. */}
      <PageHeading key={outcome} title={t(`${texts}.title`)} isHidden />
      {isClosed ? (
        <Stage role="status" art={<EnvelopeArt />} title={review.title} body={review.body}>
          {backLink}
        </Stage>
      ) : stage === 'ready' ? (
        <Stage
          art={<EnvelopeArt />}
          title={t(`${texts}.ready.title`)}
          body={t(`${texts}.ready.body`)}
          note={note}
        >
          {review?.kind === 'loading' ? (
            <p role="status" className="grid min-h-60 place-content-center text-ink-2">
              {t('common.processing')}
            </p>
          ) : null}
          {review?.kind === 'unread' ? (
            <div role="alert" className="flex flex-col gap-3">
              <p>
                {t('common.confirmByLink.unread')}. {failureText(review.error)}
              </p>
              <Button variant="quiet" isFullWidth onPress={review.retry}>
                {t('common.retry')}
              </Button>
            </div>
          ) : null}
          {review?.kind === 'open' ? review.details : null}
          {review === undefined || review.kind === 'open' ? confirmButton : null}
          {quietBackLink}
        </Stage>
      ) : (
        <Stage
          role={stage === 'success' ? 'status' : 'alert'}
          art={arts[stage]}
          title={t(`${texts}.${stage}.title`)}
          body={t(`${texts}.${stage}.body`)}
        >
          {stage === 'unknown' && isRepeatable ? (
            <>
              {confirmButton}
              {quietBackLink}
            </>
          ) : (
            backLink
          )}
        </Stage>
      )}
    </>
  );
}

const arts = {
  success: <SuccessArt />,
  missing: <EnvelopeArt />,
  failure: <FailureArt />,
  unknown: <FailureArt />,
};

/** Returns null when the server did not look at the code, as after too many attempts: the button can be pressed again. */
function toOutcome({ data, error }: Answer): ConfirmOutcome | null {
  if (data) return data.isAccepted ? 'success' : 'failure';
  return error && isOutcomeUnknown(toFailure(error)) ? 'unknown' : null;
}

type StageProps = {
  readonly role?: 'status' | 'alert';
  readonly art: ReactNode;
  readonly title: string;
  readonly body: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
};

function Stage({ role, art, title, body, note, children }: StageProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-6 text-center wrap-anywhere">
      {art}
      <div className="flex flex-col gap-1.5">
        <p className="text-display text-wrap-balance text-ink-1 first-letter:uppercase">{title}</p>
        <p className="text-wrap-balance text-ink-2">{body}</p>
        {note === undefined ? null : <p className="mt-2 text-small text-wrap-balance text-ink-3">{note}</p>}
      </div>
      <div className="flex w-full flex-col gap-3">{children}</div>
    </div>
  );
}
