/** A record of decisions in memory, for tests that need no file. */
import { DecisionRecord } from '@salar/services/operator/decision-record';
import type { DecisionState } from '@salar/services/ports/decision-store';

export function createDecisions(clock: () => number): DecisionRecord {
  let saved: DecisionState | null = null;
  const store = {
    load: () => saved,
    save(state: DecisionState) {
      saved = state;
    },
  };
  return new DecisionRecord({ store, clock });
}
