/** Who checks that a customer is who they say they are. */
import type { Result, UserId } from '@salar/protocol';

export type ReviewStatus = 'init' | 'pending' | 'approved' | 'retry' | 'rejected';

export interface IdentityProvider {
  /**
   * A short-lived token that opens the provider's widget for one customer and one level.
   *
   * @returns the token and, where the widget is a page of ours, its same-origin address
   */
  createToken(request: {
    userId: UserId;
    email: string;
    level: number;
    ttlSeconds: number;
  }): Promise<Result<{ token: string; widgetUrl?: string }, 'level_not_offered' | 'provider_unavailable'>>;
}

/** What a provider tells us about one customer's review; applied by the verification service, in any order, once each. */
export type ReviewEvent = {
  readonly eventId: string;
  readonly userId: UserId;
  readonly level: number;
  readonly status: ReviewStatus;
  /** May be shown to the customer. */
  readonly comment: string | null;
};
