/** The party that checks customers in Brazil. Each of them has an account of their own there. */
import type { Millis } from '@salar/protocol';

export type RampAttemptStatus = 'processing' | 'verified' | 'rejected' | 'expired';

/** One check of a customer, as the provider's record stands. */
export type RampAttempt = {
  readonly attemptId: string;
  readonly status: RampAttemptStatus;
  /** Processing, and nothing happens before the customer has been at the provider's own form. */
  readonly isWithCustomer: boolean;
  /** The provider's words for the customer. */
  readonly comment: string | null;
  /** After a rejection: whether another attempt may be made. */
  readonly canRetry: boolean;
  readonly updatedAt: Millis;
};

export type StartedAttempt = {
  readonly attemptId: string;
  /** Where the customer goes on, and until when; null when nothing is left for them to do. */
  readonly hosted: { readonly url: string; readonly until: Millis } | null;
};

/**
 * Every call throws `RampUnavailable` when the provider is away, late or talks nonsense. What it was asked to make may then
 * exist: look before asking again. A definite "no" is `RampRefused`.
 */
export interface RampProvider {
  /** Named on screen when it only stands for the real one. */
  readonly isStandIn: boolean;
  /** Makes a customer's account under a name of ours. Not idempotent. @returns its id */
  createSubAccount(name: string): Promise<string>;
  /** The account of that name; null when there is none. */
  findSubAccount(name: string): Promise<string | null>;
  /** Starts an attempt that the customer goes on with at the provider's own form. */
  startHosted(request: {
    readonly subAccountId: string;
    readonly redirectUrl: string;
  }): Promise<StartedAttempt>;
  /** Starts one from the papers that our identity provider already has. */
  startShared(request: {
    readonly subAccountId: string;
    readonly importToken: string;
  }): Promise<StartedAttempt>;
  /** Newest first. */
  attempts(subAccountId: string): Promise<readonly RampAttempt[]>;
}

/** The provider is away or late. What was asked for may have been done. */
export class RampUnavailable extends Error {
  override readonly name = 'RampUnavailable';
  readonly canRetry = true;
  /** What waits for them is told to come back. */
  readonly retryAfterMs = 30_000;
}

/** The provider said no: nothing was done, and asking the same again gives the same. */
export class RampRefused extends Error {
  override readonly name = 'RampRefused';
  readonly canRetry = false;
}
