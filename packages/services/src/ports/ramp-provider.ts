/** The provider that verifies customers in Brazil. Each customer has their own account there. */
import type { Millis } from '@salar/protocol';

export type RampAttemptStatus = 'processing' | 'verified' | 'rejected' | 'expired';

/** One verification attempt of a customer, as in the provider's record. */
export type RampAttempt = {
  readonly attemptId: string;
  readonly status: RampAttemptStatus;
  /** True while the attempt is processing and waits for the customer to use the provider's own form. */
  readonly isWithCustomer: boolean;
  /** The provider's comment for the customer. */
  readonly comment: string | null;
  /** After a rejection: whether another attempt is possible. */
  readonly canRetry: boolean;
  readonly updatedAt: Millis;
};

export type StartedAttempt = {
  readonly attemptId: string;
  /** Where the customer continues, and until when; null when nothing is left to do. */
  readonly hosted: { readonly url: string; readonly until: Millis } | null;
};

/**
 * Every call throws `RampUnavailable` when the provider is unavailable, late or malformed. What was to be created may then
 * exist: look it up before repeating the call. A definite refusal is `RampRefused`.
 */
export interface RampProvider {
  /** Shown on screen when this is a stand-in for the real provider. */
  readonly isStandIn: boolean;
  /** Creates a customer's account under one of our names. Not idempotent. @returns its id */
  createSubAccount(name: string): Promise<string>;
  /** Finds the account of that name; null if it does not exist. */
  findSubAccount(name: string): Promise<string | null>;
  /** Starts an attempt that the customer continues in the provider's own form. */
  startHosted(request: {
    readonly subAccountId: string;
    readonly redirectUrl: string;
  }): Promise<StartedAttempt>;
  /** Starts an attempt with the documents that our identity provider already has. */
  startShared(request: {
    readonly subAccountId: string;
    readonly importToken: string;
  }): Promise<StartedAttempt>;
  /** Lists attempts, newest first. */
  attempts(subAccountId: string): Promise<readonly RampAttempt[]>;
}

/** The provider is unavailable or late. The request may have been carried out. */
export class RampUnavailable extends Error {
  override readonly name = 'RampUnavailable';
  readonly canRetry = true;
  /** Returned to callers as the delay before a retry. */
  readonly retryAfterMs = 30_000;
}

/** The provider refused: nothing was done, and repeating the request gives the same result. */
export class RampRefused extends Error {
  override readonly name = 'RampRefused';
  readonly canRetry = false;
}
