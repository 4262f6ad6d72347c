import { InlineNotice } from '@salar/ui';
import type { KeyProblem } from './use-key-problem.ts';

/** A problem where it happened; nothing without one. */
export function ProblemNotice({ problem }: { readonly problem: KeyProblem | null }) {
  if (problem === null) return null;
  const { text, cause } = problem;
  return (
    <InlineNotice tone="error" isAnnounced title={cause === undefined ? undefined : text}>
      {cause ?? text}
    </InlineNotice>
  );
}
