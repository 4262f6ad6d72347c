import { useCallback, useEffect, useRef } from 'react';

/**
 * Prevents parallel reloads: a call while `run` is in progress runs it once more afterwards, since the data in progress
 * may have been read before.
 */
export function useRerun(run: () => PromiseLike<unknown>): () => void {
  const latest = useRef(run);
  const isRunning = useRef(false);
  const isRerunRequested = useRef(false);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  return useCallback(() => {
    if (isRunning.current) {
      isRerunRequested.current = true;
      return;
    }
    const turn = async () => {
      do {
        isRerunRequested.current = false;
        await latest.current();
      } while (isRerunRequested.current);
    };
    isRunning.current = true;
    void turn().finally(() => {
      isRunning.current = false;
    });
  }, []);
}
