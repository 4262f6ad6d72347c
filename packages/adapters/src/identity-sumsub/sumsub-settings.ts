/** Credentials and settings of a Sumsub account. */
export type SumsubSettings = {
  /** The address of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly appToken: string;
  readonly secretKey: string;
  /** Signs their webhooks; never the same as `secretKey`. */
  readonly webhookSecret: string;
  /** Our level numbers and Sumsub's names of the checks; each name once. */
  readonly levels: ReadonlyMap<number, string>;
  /** The origin of the widget when it is not the usual one. */
  readonly widgetOrigin: string | null;
  /** Accepts the oldest digest, for accounts that cannot switch yet. */
  readonly acceptsSha1: boolean;
};

/** Returns the name under which Sumsub stores one of our customers: stable, and not an e-mail address. */
export function toExternalUserId(userId: number): string {
  return `u-${userId}`;
}

/** Parses such a name; returns null for one that is not ours. */
export function parseExternalUserId(name: string): number | null {
  const [, digits] = /^u-([1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
