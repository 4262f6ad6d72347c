/** The next step of a newcomer, on the way from an empty account to a first swap. */
export type FirstStep = 'verify' | 'deposit' | 'wait' | 'swap';

/** Each field is undefined while unknown. */
export type Progress = {
  readonly level: number | undefined;
  readonly ownsSomething: boolean | undefined;
  readonly isDepositPending: boolean | undefined;
  readonly hasOrdered: boolean | undefined;
};

/** Returns null for experienced customers and while the step is unknown: a step is never shown and taken back. */
export function findFirstStep(progress: Progress): FirstStep | null {
  const { level, ownsSomething, isDepositPending, hasOrdered } = progress;
  if (level === undefined || ownsSomething === undefined) return null;
  if (level < 1 && !ownsSomething) return 'verify';
  if (hasOrdered !== false) return null;
  if (ownsSomething) return 'swap';
  if (isDepositPending === undefined) return null;
  return isDepositPending ? 'wait' : 'deposit';
}

/** The step's number among the three that are counted; waiting belongs to the deposit. */
export const stepNumber: Readonly<Record<FirstStep, number>> = { verify: 1, deposit: 2, wait: 2, swap: 3 };
export const stepCount = 3;
