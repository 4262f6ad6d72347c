import { useState } from 'react';

/** Returns the last subject that was not null, so that a dialog keeps its text while it fades out. */
export function useLastPresent<Subject>(subject: Subject | null): Subject | null {
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);
  return subject ?? shown;
}
