import { documentFileBytesMax, documentTypes } from '@salar/protocol/level-requests';
import type { DocumentKind } from '@salar/protocol/level-requests';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddLevelDocumentMutation } from './api/add-level-document.ts';
import type { ApiError } from '../../api/failure.ts';

export type UploadState =
  | { readonly step: 'waiting' }
  | { readonly step: 'sending'; readonly sentBytes: number }
  /** `null` when the server itself failed; such an upload can be tried again. */
  | {
      readonly step: 'failed';
      readonly reason: 'tooLarge' | 'empty' | 'type' | null;
      readonly error: ApiError | null;
    };

export type FileOnItsWay = {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly issuedOn: string | null;
  readonly file: File;
  readonly state: UploadState;
};

/** The server accepts two uploads of one customer at a time. */
const atOnceMax = 2;

/**
 * Sends files in order, two at a time. Failed ones stay, to be tried again or removed.
 *
 * @param onArrived  reloads the list of stored files
 */
export function useUploads(level: number, onArrived: () => void) {
  const [files, setFiles] = useState<readonly FileOnItsWay[]>([]);
  const [addDocument] = useAddLevelDocumentMutation();
  const nextId = useRef(0);
  const running = useRef(new Map<number, { readonly abort: () => void }>());

  const setState = useCallback((id: number, state: UploadState) => {
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);

  const begin = useCallback(
    ({ id, kind, issuedOn, file }: FileOnItsWay) => {
      const onProgress = (sentBytes: number) => setState(id, { step: 'sending', sentBytes });
      const sending = addDocument({ level, kind, issuedOn, file, onProgress });
      running.current.set(id, sending);
      setState(id, { step: 'sending', sentBytes: 0 });
      void sending.then(({ error }) => {
        running.current.delete(id);
        if (error === undefined) {
          setFiles((all) => all.filter((one) => one.id !== id));
          onArrived();
        } else setState(id, { step: 'failed', reason: null, error });
      });
    },
    [addDocument, level, onArrived, setState],
  );

  useEffect(() => {
    const free = atOnceMax - running.current.size;
    for (const one of files.filter(({ state }) => state.step === 'waiting').slice(0, Math.max(free, 0)))
      begin(one);
  }, [files, begin]);

  // Uploads in progress are canceled when the form closes.
  useEffect(() => {
    const sendings = running.current;
    return () => {
      for (const sending of sendings.values()) sending.abort();
    };
  }, []);

  const add = useCallback((kind: DocumentKind, issuedOn: string | null, chosen: readonly File[]) => {
    const added = chosen.map((file): FileOnItsWay => {
      nextId.current += 1;
      return { id: nextId.current, kind, issuedOn, file, state: toInitialState(file) };
    });
    setFiles((all) => [...all, ...added]);
  }, []);

  const retry = useCallback((id: number) => setState(id, { step: 'waiting' }), [setState]);

  const drop = useCallback(
    (id: number) => {
      const sending = running.current.get(id);
      sending?.abort();
      running.current.delete(id);
      setFiles((all) => all.filter((one) => one.id !== id));
      // The exchange may have stored it although its answer had not arrived; then it is listed, to be removed there.
      if (sending) onArrived();
    },
    [onArrived],
  );

  return { files, add, retry, drop };
}

/** The state of a new file. One that the server would refuse is not sent; a file without a type may be valid. */
function toInitialState({ size, type }: File): UploadState {
  if (size === 0) return { step: 'failed', reason: 'empty', error: null };
  if (size > documentFileBytesMax) return { step: 'failed', reason: 'tooLarge', error: null };
  const isKnown = type === '' || (documentTypes as readonly string[]).includes(type);
  return isKnown ? { step: 'waiting' } : { step: 'failed', reason: 'type', error: null };
}
