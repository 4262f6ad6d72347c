import { Button, ButtonLink, FailureArt, SuccessMoment } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { useLinkCode } from './use-link-code.ts';
import type { LinkCode } from './use-link-code.ts';

/** `unknown`: the request left, and nobody can say whether it was carried out. */
export type ConfirmOutcome = 'success' | 'failure' | 'unknown';

type Words = { readonly title: string; readonly body: string };

export type ConfirmByLinkProps = {
  readonly title: string;
  readonly ready: Words & { readonly confirm: string };
  readonly loadingText: string;
  readonly isLoading: boolean;
  /** What is said at the end; `missing` of a link that is not complete. */
  readonly outcomes: Readonly<Record<ConfirmOutcome | 'missing', Words>>;
  readonly back: { readonly href: string; readonly label: string };
  readonly onConfirm: (link: LinkCode) => Promise<ConfirmOutcome>;
};

/**
 * The page behind a link in a mail. It acts when the customer presses the button, never when it is opened: mail scanners
 * open links too.
 */
export function ConfirmByLink(props: ConfirmByLinkProps) {
  const { title, ready, loadingText, isLoading, outcomes, back, onConfirm } = props;
  const link = useLinkCode();
  const [outcome, setOutcome] = useState<ConfirmOutcome | null>(null);

  async function press() {
    if (link === null) return;
    setOutcome(await onConfirm(link));
  }

  const backLink = (
    <ButtonLink href={back.href} isFullWidth>
      {back.label}
    </ButtonLink>
  );
  return (
    <>
      <PageHeading title={title} isHidden />
      {outcome === 'success' ? (
        <SuccessMoment title={outcomes.success.title} actions={backLink}>
          {outcomes.success.body}
        </SuccessMoment>
      ) : outcome !== null || link === null ? (
        <Failure words={outcomes[outcome ?? 'missing']} action={backLink} />
      ) : (
        <div className="flex flex-col items-center gap-4 text-center">
          <p className="text-title">{ready.title}</p>
          <p className="max-w-[48ch] text-ink-2">{ready.body}</p>
          <div className="mt-2 flex w-full flex-col gap-3">
            <Button isFullWidth onPress={() => void press()} isLoading={isLoading} loadingText={loadingText}>
              {ready.confirm}
            </Button>
            <ButtonLink href={back.href} variant="ghost" isFullWidth>
              {back.label}
            </ButtonLink>
          </div>
        </div>
      )}
    </>
  );
}

function Failure({ words, action }: { readonly words: Words; readonly action: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 text-center">
      <FailureArt />
      <p className="text-title">{words.title}</p>
      <p className="max-w-[48ch] text-ink-2">{words.body}</p>
      <div className="mt-2 w-full">{action}</div>
    </div>
  );
}
