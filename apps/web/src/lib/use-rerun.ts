import { useCallback, useEffect, useRef } from 'react';

/**
 * Makes a reload of one that joins what is already on its way: asked while it runs, it runs once more afterwards, since what is on
 * its way may have been read before.
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
