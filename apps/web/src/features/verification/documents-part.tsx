import { isIssueDayAccepted, requestFilesMax } from '@salar/protocol/level-requests';
import {
  AlertIcon,
  Button,
  DateField,
  DateTime,
  DeleteIcon,
  IconButton,
  InlineNotice,
  ProgressMeter,
  SuccessIcon,
} from '@salar/ui';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRemoveLevelDocumentMutation } from './api/change-level-request.ts';
import type { RequestedDocument, LevelDocument, LevelRequest } from './api/get-level-request.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useFileSize } from './use-file-size.ts';
import { useUploadProblem } from './use-upload-problem.ts';
import type { FileOnItsWay, useUploads } from './use-uploads.ts';

export type DocumentsPartProps = {
  readonly request: LevelRequest;
  readonly uploads: ReturnType<typeof useUploads>;
  readonly reload: () => void;
  /** Whether the customer tried to send the request, so that missing documents are reported. */
  readonly isTried: boolean;
  readonly isEditable: boolean;
  readonly isOnline: boolean;
};

/** Every required document, with the files that were uploaded and those being uploaded. */
export function DocumentsPart(props: DocumentsPartProps) {
  const { request } = props;
  const { t } = useTranslation();
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="text-body font-semibold">{t('verification.request.documents')}</h3>
        <p className="text-small text-ink-3">{t('verification.request.documentsHint')}</p>
      </div>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {request.kinds.map((requested) => (
          <DocumentKind key={requested.kind} requested={requested} {...props} />
        ))}
      </ul>
    </section>
  );
}

function DocumentKind(props: DocumentsPartProps & { readonly requested: RequestedDocument }) {
  const { requested, request, uploads, isTried, isEditable, isOnline } = props;
  const { t } = useTranslation();
  const headingId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isDayTried, setIsDayTried] = useState(false);
  const documents = request.documents.filter(({ kind }) => kind === requested.kind);
  // Further pages of a document were issued on the same day.
  const [issuedOn, setIssuedOn] = useState(documents.at(-1)?.issuedOn ?? '');
  const onTheirWay = uploads.files.filter(({ kind }) => kind === requested.kind);
  const isMissing = documents.length === 0;
  const isDayFit = requested.daysMax === null || isIssueDayAccepted(requested.kind, issuedOn, Date.now());
  const isFull = request.documents.length + uploads.files.length >= requestFilesMax;

  function choose() {
    setIsDayTried(true);
    if (isDayFit) picker.current?.click();
  }

  return (
    <li aria-labelledby={headingId} data-missing={isMissing || undefined} className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 id={headingId} className="flex grow basis-[7rem] items-center gap-2 font-medium">
          {isMissing ? null : <SuccessIcon size={18} className="text-gain" />}
          {requested.label}
        </h4>
        {isEditable ? (
          <Button
            variant="quiet"
            size="sm"
            className="shrink-0"
            onPress={choose}
            isDisabled={!isOnline || isFull}
            aria-label={t(isMissing ? 'verification.request.chooseFor' : 'verification.request.addFor', {
              document: requested.label,
            })}
          >
            {t(isMissing ? 'verification.request.chooseFile' : 'verification.request.addFile')}
          </Button>
        ) : null}
      </div>
      {isEditable && requested.daysMax !== null ? (
        <DateField
          label={t('verification.request.issuedOn')}
          value={issuedOn}
          onChange={setIssuedOn}
          endsToday
          error={
            isDayTried && !isDayFit
              ? t('verification.request.issuedProblem', { days: requested.daysMax })
              : null
          }
          className="max-w-56"
        />
      ) : null}
      {/* Hidden: the button above opens it. */}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        data-testid={`file-${requested.kind}`}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        onChange={(event) => {
          const day = requested.daysMax === null ? null : issuedOn;
          uploads.add(requested.kind, day, [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {documents.length + onTheirWay.length === 0 ? null : (
        <ul className="flex flex-col gap-2">
          {documents.map((document) => (
            <Arrived
              key={document.documentId}
              document={document}
              isEditable={isEditable}
              reload={props.reload}
            />
          ))}
          {onTheirWay.map((file) => (
            <OnItsWay key={file.id} upload={file} uploads={uploads} />
          ))}
        </ul>
      )}
      {isTried && isMissing ? (
        <p className="flex items-start gap-1.5 text-small text-danger">
          <AlertIcon size={16} className="mt-0.5" />
          {t('verification.request.fileMissing')}
        </p>
      ) : null}
    </li>
  );
}

type ArrivedProps = {
  readonly document: LevelDocument;
  readonly isEditable: boolean;
  readonly reload: () => void;
};

function Arrived({ document, isEditable, reload }: ArrivedProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const sizeText = useFileSize();
  const [remove, { isLoading, error }] = useRemoveLevelDocumentMutation();
  const { documentId, name, sizeBytes, issuedOn } = document;
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3 rounded-md bg-sunken py-1 ps-3 pe-1">
        <span className="min-w-0 text-small">
          <bdi className="wrap-anywhere">{name}</bdi>{' '}
          <span className="num whitespace-nowrap text-ink-3">{sizeText(sizeBytes)}</span>
          {issuedOn === null ? null : (
            <>
              {' · '}
              {/* Noon in local time: the day is the same in every zone that shows it. */}
              <DateTime at={`${issuedOn}T12:00:00`} style="date" className="num text-ink-3" />
            </>
          )}
        </span>
        {isEditable ? (
          <IconButton
            label={t('verification.request.remove', { name })}
            icon={<DeleteIcon size={18} />}
            isDisabled={isLoading}
            onPress={() => void remove({ documentId }).then(reload)}
          />
        ) : null}
      </div>
      {error === undefined ? null : (
        <InlineNotice tone="error" isAnnounced>
          {failureText(error)}
        </InlineNotice>
      )}
    </li>
  );
}

type OnItsWayProps = { readonly upload: FileOnItsWay; readonly uploads: ReturnType<typeof useUploads> };

function OnItsWay({ upload: { id, file, state }, uploads }: OnItsWayProps) {
  const { t } = useTranslation();
  const problem = useUploadProblem();
  const sent = state.step === 'sending' ? Math.min(state.sentBytes, file.size) : 0;
  const percent = file.size === 0 ? 0 : Math.floor((sent * 100) / file.size);
  return (
    <li className="flex flex-col gap-2 rounded-md bg-sunken py-2 ps-3 pe-1">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 grow">
          {state.step === 'failed' ? (
            <span className="flex flex-col text-small">
              <bdi className="wrap-anywhere">{file.name}</bdi>
              <span role="alert" className="text-danger">
                {problem(state)}
              </span>
            </span>
          ) : (
            <ProgressMeter
              label={t(
                state.step === 'waiting' ? 'verification.request.waiting' : 'verification.request.uploading',
                { name: file.name, percent },
              )}
              value={percent}
              max={100}
            />
          )}
        </span>
        {state.step === 'failed' && state.reason === null ? (
          <Button variant="ghost" size="sm" onPress={() => uploads.retry(id)}>
            {t('verification.retry')}
          </Button>
        ) : null}
        <IconButton
          label={t('verification.request.remove', { name: file.name })}
          icon={<DeleteIcon size={18} />}
          onPress={() => uploads.drop(id)}
        />
      </div>
    </li>
  );
}
