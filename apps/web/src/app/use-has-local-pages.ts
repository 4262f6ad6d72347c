import { useEffect, useState } from 'react';

let known: Promise<boolean> | null = null;

/** True when the exchange runs as the local profile and serves its pages under `/local`. Asked once per visit. */
export function useHasLocalPages(): boolean {
  const [hasLocalPages, setHasLocalPages] = useState(false);
  useEffect(() => {
    known ??= ask();
    let isGone = false;
    void known.then((answer) => {
      if (!isGone) setHasLocalPages(answer);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return hasLocalPages;
}

/** Any other answer, or none, means there are no local pages to link to. */
async function ask(): Promise<boolean> {
  try {
    const answer = await fetch('/local/status');
    await answer.text(); // read to its end, so that the connection is free again
    return answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
