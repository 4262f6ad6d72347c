import { Button, ButtonLink, EnvelopeArt, FailureArt, SuccessArt } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutcomeUnknown, toFailure } from '../api/failure.ts';
import type { ApiError } from '../api/failure.ts';
import type { GenericAnswer } from '../api/wire/generic-answer.ts';
import { PageHeading } from './page-heading.tsx';
import { useLinkCode } from './use-link-code.ts';
import type { LinkCode } from './use-link-code.ts';

/** `unknown`: the request left, and nobody can say whether it was carried out. */
type ConfirmOutcome = 'success' | 'failure' | 'unknown';

type Answer = { readonly data?: GenericAnswer | undefined; readonly error?: ApiError | undefined };

export type ConfirmByLinkProps = {
  /** The feature whose texts the page speaks with; `missing` is said of a link that is not complete. */
  readonly texts: 'confirm-destination' | 'confirm-withdraw' | 'unlock-account';
  readonly loadingText: string;
  readonly backHref: string;
  /** What the button does, as its mutation's hook gives it. */
  readonly confirmation: readonly [
    confirm: (link: LinkCode) => PromiseLike<Answer>,
    state: { readonly isLoading: boolean },
  ];
};

/**
 * The page behind a link in a mail. It acts when the customer presses the button, never when it is opened: mail scanners
 * open links too.
 */
export function ConfirmByLink(props: ConfirmByLinkProps) {
  const { texts, loadingText, backHref, confirmation } = props;
  const [confirm, { isLoading }] = confirmation;
  const { t } = useTranslation();
  const link = useLinkCode();
  const [outcome, setOutcome] = useState<ConfirmOutcome | null>(null);

  async function press() {
    if (link === null) return;
    setOutcome(outcomeOf(await confirm(link)));
  }

  const backLink = (
    <ButtonLink href={backHref} isFullWidth>
      {t(`${texts}.back`)}
    </ButtonLink>
  );
  return (
    <>
      {/* Named anew with each outcome: the button that had the focus is gone. */}
      <PageHeading key={outcome} title={t(`${texts}.title`)} isHidden />
      {outcome === 'success' ? (
        <Stage
          role="status"
          art={<SuccessArt />}
          title={t(`${texts}.success.title`)}
          body={t(`${texts}.success.body`)}
        >
          {backLink}
        </Stage>
      ) : outcome !== null || link === null ? (
        <Stage
          role="alert"
          art={<FailureArt />}
          title={t(`${texts}.${outcome ?? 'missing'}.title`)}
          body={t(`${texts}.${outcome ?? 'missing'}.body`)}
        >
          {backLink}
        </Stage>
      ) : (
        <Stage art={<EnvelopeArt />} title={t(`${texts}.ready.title`)} body={t(`${texts}.ready.body`)}>
          <Button isFullWidth onPress={() => void press()} isLoading={isLoading} loadingText={loadingText}>
            {t(`${texts}.ready.confirm`)}
          </Button>
          <ButtonLink href={backHref} variant="ghost" isFullWidth>
            {t(`${texts}.back`)}
          </ButtonLink>
        </Stage>
      )}
    </>
  );
}

function outcomeOf({ data, error }: Answer): ConfirmOutcome {
  if (data) return data.isAccepted ? 'success' : 'failure';
  return error && isOutcomeUnknown(toFailure(error)) ? 'unknown' : 'failure';
}

type StageProps = {
  readonly role?: 'status' | 'alert';
  readonly art: ReactNode;
  readonly title: string;
  readonly body: string;
  readonly children: ReactNode;
};

function Stage({ role, art, title, body, children }: StageProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-6 text-center">
      {art}
      <div className="flex flex-col gap-1.5">
        <p className="text-display text-wrap-balance text-ink-1 first-letter:uppercase">{title}</p>
        <p className="text-wrap-balance text-ink-2">{body}</p>
      </div>
      <div className="flex w-full flex-col gap-3">{children}</div>
    </div>
  );
}
