import { editableStatuses, findMissingFunds } from '@salar/protocol/level-requests';
import type { FundsField } from '@salar/protocol/level-requests';
import { Button, ErrorState, InlineNotice, Skeleton, focusFirstProblem, notify } from '@salar/ui';
import type { NoticeTone } from '@salar/ui';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSubmitLevelRequestMutation } from './api/change-level-request.ts';
import { useGetLevelRequestQuery } from './api/get-level-request.ts';
import type { LevelRequest } from './api/get-level-request.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useRerun } from '../../lib/use-rerun.ts';
import { DocumentsPart } from './documents-part.tsx';
import { FundsFields } from './funds-fields.tsx';
import { useFundsDraft } from './use-funds-draft.ts';
import type { SavedState } from './use-funds-draft.ts';
import { useUploads } from './use-uploads.ts';

export type RequestViewProps = { readonly level: number; readonly onClose: () => void };

/** The current content of the request, and what is missing. */
export function RequestView({ level, onClose }: RequestViewProps) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const request = useGetLevelRequestQuery({ level, language: i18n.language });
  const { refetch } = request;
  const reload = useRerun(refetch);
  if (request.data) return <RequestForm request={request.data} reload={reload} onClose={onClose} />;
  if (request.error)
    return (
      <ErrorState
        title={t('verification.request.loadError')}
        retryLabel={t('common.retry')}
        onRetry={() => void refetch()}
      >
        {failureText(request.error)}
      </ErrorState>
    );
  return (
    <div role="status" aria-busy="true" aria-label={t('verification.request.loading')}>
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

type RequestFormProps = {
  readonly request: LevelRequest;
  readonly reload: () => void;
  readonly onClose: () => void;
};

function RequestForm({ request, reload, onClose }: RequestFormProps) {
  const { t } = useTranslation();
  const { level, status } = request;
  const failureText = useFailureText();
  const isOnline = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const draft = useFundsDraft(level, request.funds);
  const uploads = useUploads(level, reload);
  const [isTried, setIsTried] = useState(false);
  const [submit, { isLoading, error }] = useSubmitLevelRequestMutation();
  const isEditable = editableStatuses.includes(status);
  const lacking = findMissingFunds(draft.funds);
  const isComplete = lacking.length === 0 && request.missingDocuments.length === 0;

  async function send() {
    setIsTried(true);
    if (!isComplete) {
      if (form.current) focusFirstMissing(form.current);
      return;
    }
    // A second press can come before the first one is drawn.
    if (isSending.current) return;
    isSending.current = true;
    isSending.current = (await draft.keep()) && (await submitNow());
  }

  /** Resolves with whether the request was sent, so that it is not sent again. */
  async function submitNow(): Promise<boolean> {
    const answer = await submit({ level });
    // Problems found by the server are shown; an accepted request is visible from now on.
    reload();
    if (answer.error !== undefined) return false;
    notify.success(t('verification.request.sent'));
    onClose();
    return true;
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Standing request={request} />
      <DocumentsPart
        request={request}
        uploads={uploads}
        reload={reload}
        isTried={isTried}
        isEditable={isEditable}
        isOnline={isOnline}
      />
      <section className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-body font-semibold">{t('verification.request.funds')}</h3>
          {isEditable && draft.state !== null ? (
            <Saved state={draft.state} onRetry={() => void draft.keep()} />
          ) : null}
        </div>
        <FundsFields
          funds={draft.funds}
          onChange={draft.change}
          problems={isTried ? lacking : noProblems}
          isDisabled={!isEditable}
        />
      </section>
      {isEditable ? (
        <div className="flex flex-col gap-3">
          {isTried && !isComplete ? (
            <InlineNotice tone="error" isAnnounced>
              {t('verification.request.incomplete')}
            </InlineNotice>
          ) : null}
          {error === undefined || isLoading ? null : (
            <InlineNotice tone="error" isAnnounced>
              {isTooOld(error) ? t('verification.request.oldDocument') : failureText(error)}
            </InlineNotice>
          )}
          <Button
            type="submit"
            isFullWidth
            isLoading={isLoading}
            loadingText={t('verification.request.sending')}
            isDisabled={!isOnline || uploads.files.some(({ state }) => state.step !== 'failed')}
          >
            {t('verification.request.submit')}
          </Button>
          <p className="text-small text-ink-3">
            {t(isOnline ? 'verification.request.kept' : 'verification.request.offline')}
          </p>
        </div>
      ) : null}
    </form>
  );
}

const noProblems: readonly FundsField[] = [];

/** Focuses the first missing item; documents come before the fields. */
function focusFirstMissing(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLElement>('[data-missing] button');
  if (button) button.focus();
  else focusFirstProblem(form);
}

const tones: Readonly<Record<LevelRequest['status'], NoticeTone>> = {
  Draft: 'info',
  Submitted: 'info',
  Returned: 'warn',
  Approved: 'success',
  Rejected: 'error',
};

function Standing({ request: { status, comment } }: { readonly request: LevelRequest }) {
  const { t } = useTranslation();
  return (
    <InlineNotice tone={tones[status]} title={t(`verification.request.status.${status}`)}>
      <span className="wrap-anywhere">{comment ?? t(`verification.request.about.${status}`)}</span>
    </InlineNotice>
  );
}

function Saved({ state, onRetry }: { readonly state: SavedState; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="flex min-h-9 items-center gap-2 text-small text-ink-3">
      {t(`verification.request.saved.${state}`)}
      {state === 'failed' ? (
        <Button variant="ghost" size="sm" onPress={onRetry}>
          {t('verification.retry')}
        </Button>
      ) : null}
    </p>
  );
}

/** The document was recent enough when it was uploaded, and no longer is. */
function isTooOld(error: ApiError): boolean {
  const failure = toFailure(error);
  return failure.kind === 'REFUSED' && failure.detail === 'A document is too old by now';
}
