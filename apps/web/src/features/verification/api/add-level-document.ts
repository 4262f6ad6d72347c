import { fileNameLengthMax } from '@salar/protocol/level-requests';
import type { DocumentKind } from '@salar/protocol/level-requests';
import { api } from '../../../api/api.ts';
import { readAnswer } from '../../../api/base-query.ts';
import type { ApiAnswer } from '../../../api/base-query.ts';
import { sendWithSession } from '../../../api/session-calls.ts';
import { isRefusalAnswer, readGenericAnswer } from '../../../api/wire/generic-answer.ts';

export type Upload = {
  readonly level: number;
  readonly kind: DocumentKind;
  /** `2026-03-05`; null for kinds of any age. */
  readonly issuedOn: string | null;
  readonly file: File;
  /** Called with the number of bytes sent so far. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Enough for a file of ten megabytes over a slow line. */
const timeoutMs = 120_000;

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Uploads a file. `fetch` does not report progress, so this one call uses `XMLHttpRequest`. */
    addLevelDocument: build.mutation<null, Upload>({
      queryFn: async (upload, queryApi) => {
        const ask = (token: string | null) => send(upload, token, queryApi.signal);
        const answer = await sendWithSession(ask, { path: '/kyc/documents' }, queryApi);
        if (answer.error) return { error: answer.error };
        if (!isRefusalAnswer(answer.data)) return { data: null };
        const refusal = readGenericAnswer(answer.data);
        return { error: { status: 'CUSTOM_ERROR', error: refusal.message ?? '', data: refusal } };
      },
    }),
  }),
});

export const { useAddLevelDocumentMutation } = injected;

function send(upload: Upload, token: string | null, signal: AbortSignal): Promise<ApiAnswer> {
  const { level, kind, issuedOn, file, onProgress } = upload;
  const query = new URLSearchParams({
    level: String(level),
    kind,
    ...(issuedOn === null ? {} : { issued: issuedOn }),
  });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/kyc/documents?${query.toString()}`);
    request.timeout = timeoutMs;
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('file-name', encodeURIComponent(toFileName(file)));
    if (token !== null) request.setRequestHeader('aptoken', token);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      resolve(readAnswer(request.status, request.responseText, request.getResponseHeader('retry-after')));
    request.onerror = () => resolve({ error: { status: 'FETCH_ERROR', error: 'the connection broke' } });
    request.onabort = request.onerror;
    request.ontimeout = () => resolve({ error: { status: 'TIMEOUT_ERROR', error: 'too slow' } });
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** Shortens a file name to what can be sent, keeping its end, which identifies it better than its beginning. */
function toFileName({ name }: File): string {
  return name.slice(-fileNameLengthMax).replace(/[\p{Surrogate}\p{Cc}]/gu, '');
}
