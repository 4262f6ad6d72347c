/** The limits of one WebSocket, and of their number. */

export type CustomerSocketLimits = {
  /** How many requests of one socket may be in flight; at this number reading is paused. */
  readonly inFlightMax: number;
  /** How many bytes of such requests pause reading. */
  readonly inFlightBytesMax: number;
  /** How many unsent bytes delay further requests, and pause their reading. */
  readonly bufferedPause: number;
  /** How many unsent bytes close the socket: a few of the largest answers. */
  readonly bufferedMax: number;
  /**
   * How many bytes of events may be sent while the reader is behind; above that the socket is closed (security rule
   * B7).
   */
  readonly eventBytesMax: number;
  /** How long a slow reader has to drain its buffer before we close the socket. */
  readonly drainTimeoutMs: number;
  /** How long requests in flight may take to finish when we stop. */
  readonly finishTimeoutMs: number;
  /** How long we wait for the peer's close frame. */
  readonly closeTimeoutMs: number;
};
export const customerSocketLimits: CustomerSocketLimits = {
  inFlightMax: 256,
  inFlightBytesMax: 128 * 1024,
  bufferedPause: 256 * 1024,
  bufferedMax: 4 * 1024 * 1024,
  eventBytesMax: 1024 * 1024,
  drainTimeoutMs: 30_000,
  finishTimeoutMs: 3000,
  closeTimeoutMs: 2000,
};

export type SocketLimits = CustomerSocketLimits & {
  /** Signed in as one customer, in person or by keys. */
  readonly socketsPerCustomerMax: number;
  readonly socketsMax: number;
  /** From an IPv4 address or an IPv6 /56, as one home or office has. */
  readonly socketsPerHomeMax: number;
  /** From an IPv6 /48. */
  readonly socketsPerSiteMax: number;
};
export const productionSocketLimits: SocketLimits = {
  ...customerSocketLimits,
  socketsMax: 5000,
  socketsPerHomeMax: 50,
  socketsPerSiteMax: 100,
  socketsPerCustomerMax: 20,
};
/** On a laptop every client comes from one address. */
export const localSocketLimits: SocketLimits = {
  ...customerSocketLimits,
  socketsMax: 5000,
  socketsPerHomeMax: 1000,
  socketsPerSiteMax: 1000,
  socketsPerCustomerMax: 1000,
};
