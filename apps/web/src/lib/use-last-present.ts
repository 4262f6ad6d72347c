import { useState } from 'react';

/** The last subject there was, so that a dialog keeps its words while it fades. */
export function useLastPresent<Subject>(subject: Subject | null): Subject | null {
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);
  return subject ?? shown;
}
