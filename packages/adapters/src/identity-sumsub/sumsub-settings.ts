/** What Sumsub gives its customers to work with. */
export type SumsubSettings = {
  /** Of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly appToken: string;
  readonly secretKey: string;
  /** Signs what they send us; never the same as `secretKey`. */
  readonly webhookSecret: string;
  /** Our level numbers and their names for what is checked; each name once. */
  readonly levels: ReadonlyMap<number, string>;
  /** The origin of the widget where it is not their usual one. */
  readonly widgetOrigin: string | null;
  /** Their oldest digest, for accounts that cannot leave it yet. */
  readonly acceptsSha1: boolean;
};

/** The name under which they know a customer of ours: stable, and no e-mail address. */
export function toExternalUserId(userId: number): string {
  return `u-${userId}`;
}

/** Reads such a name; null for one that we never gave. */
export function userIdOfExternal(name: string): number | null {
  const [, digits] = /^u-([1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
