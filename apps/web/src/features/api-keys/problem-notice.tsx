import { InlineNotice } from '@salar/ui';
import type { KeyProblem } from './use-key-problem.ts';

/** Shows a problem where it happened. Draws nothing without one, or when the addresses field shows it. */
export function ProblemNotice({ problem }: { readonly problem: KeyProblem | null }) {
  if (problem === null || problem.isAboutAddresses) return null;
  const { text, cause } = problem;
  return (
    <InlineNotice tone="error" isAnnounced title={cause === undefined ? undefined : text}>
      {cause ?? text}
    </InlineNotice>
  );
}
