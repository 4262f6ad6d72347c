/** Where a request comes from, as far as anybody can know. */
export type Origin = {
  readonly ip: string;
  /** What the client says it is (`User-Agent`), cut short; null when it says nothing. */
  readonly agent: string | null;
  /** The token of a device that signed in before, if the client kept one. */
  readonly device: string | null;
};

/** Of what the exchange does by itself, or an operator by hand. */
export const noOrigin: Origin = { ip: '', agent: null, device: null };
