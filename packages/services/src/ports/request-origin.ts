/** The origin of a request, as far as it can be determined. */
export type Origin = {
  readonly ip: string;
  /** The client's `User-Agent`, truncated; null when it sends none. */
  readonly agent: string | null;
  /** The token of a known device, if the client has stored one. */
  readonly device: string | null;
};

/** The origin of actions of the exchange itself, or of an operator. */
export const noOrigin: Origin = { ip: '', agent: null, device: null };
