import type { FundsDraft } from '@salar/protocol/level-requests';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSaveLevelRequestMutation } from './api/change-level-request.ts';

/** Whether the typed text is saved. */
export type SavedState = 'saved' | 'unsaved' | 'saving' | 'failed';

const restMs = 700;

/**
 * The source-of-funds form as it is typed, saved on the server after every pause.
 *
 * Nothing of it is stored in the browser: a customer who returns, on any device, finds the saved draft.
 */
export function useFundsDraft(level: number, initial: FundsDraft) {
  const [funds, setFunds] = useState(initial);
  const [state, setState] = useState<SavedState | null>(null);
  const [save] = useSaveLevelRequestMutation();
  const latest = useRef(funds);
  const isDirty = useRef(false);
  const queue = useRef(Promise.resolve(true));

  /** Resolves with whether everything typed so far is saved. Runs one at a time: the last typed text is stored last. */
  const keep = useCallback((): Promise<boolean> => {
    async function send(): Promise<boolean> {
      if (!isDirty.current) return true;
      isDirty.current = false;
      setState('saving');
      const { error } = await save({ level, funds: latest.current });
      if (error !== undefined) isDirty.current = true;
      setState(error === undefined ? (isDirty.current ? 'unsaved' : 'saved') : 'failed');
      return error === undefined;
    }
    queue.current = queue.current.then(send);
    return queue.current;
  }, [save, level]);

  const change = useCallback((changed: FundsDraft) => {
    latest.current = { ...latest.current, ...changed };
    isDirty.current = true;
    setFunds(latest.current);
    setState('unsaved');
  }, []);

  useEffect(() => {
    if (state !== 'unsaved') return undefined;
    const timer = setTimeout(() => void keep(), restMs);
    return () => clearTimeout(timer);
  }, [state, funds, keep]);

  // Closing the form counts as a pause.
  useEffect(() => () => void keep(), [keep]);

  return { funds, change, keep, state };
}
