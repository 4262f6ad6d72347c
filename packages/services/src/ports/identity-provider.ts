/** The provider that verifies customers' identities. */
import type { Result, UserId } from '@salar/protocol';

export type ReviewStatus = 'init' | 'pending' | 'approved' | 'retry' | 'rejected';

export type IdentityTokenRequest = {
  readonly userId: UserId;
  readonly email: string;
  readonly level: number;
  readonly ttlSeconds: number;
};

/** Opens the provider's widget for one customer and one level, for a short time. */
export type IdentityToken = {
  readonly token: string;
  /** The widget that accepts the token. */
  readonly provider: 'sandbox' | 'sumsub';
  /** `sandbox`: the widget's page, a path of our own origin. `sumsub`: its origin, unless it is the default one. */
  readonly widgetUrl?: string;
};

export type IdentityTokenRefusal = 'level_not_offered' | 'provider_unavailable';

export interface IdentityProvider {
  createToken(request: IdentityTokenRequest): Promise<Result<IdentityToken, IdentityTokenRefusal>>;
}

/** A provider's report on one customer's review; applied by the verification service, in any order, once each. */
export type ReviewEvent = {
  readonly eventId: string;
  readonly userId: UserId;
  readonly level: number;
  readonly status: ReviewStatus;
  /** May be shown to the customer. */
  readonly comment: string | null;
  /** The time of the provider's record, ms; the later of two reports is valid. Now by default. */
  readonly asOf?: number;
};
