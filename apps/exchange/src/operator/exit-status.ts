/** The exit status of the operators' command line, by what the exchange answered. */
import type { OperatorAnswer } from '@salar/services/operator/act';

export const exitStatus = {
  done: 0,
  refused: 1,
  needsAttention: 1,
  usageError: 2,
  serverNotRunning: 3,
} as const;

/** Returns the status for an answer. A list that is not as it should be is no success, so that scripts notice it. */
export function toExitStatus(answer: OperatorAnswer): number {
  if (answer.ok) return answer.needsAttention === true ? exitStatus.needsAttention : exitStatus.done;
  return answer.refusal === 'params_wrong' ? exitStatus.usageError : exitStatus.refused;
}
