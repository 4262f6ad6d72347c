/** A WebSocket without a network, for tests with a fake clock: the test plays the server. */
export class FakeWebSocket extends EventTarget {
  /** All instances, oldest first. A test empties it. */
  static readonly made: FakeWebSocket[] = [];
  static get newest(): FakeWebSocket {
    const newest = FakeWebSocket.made.at(-1);
    if (newest === undefined) throw new Error('no socket was created');
    return newest;
  }

  readonly url: string;
  binaryType = 'blob';
  readyState = 0;
  /** The names of the requests that were sent. */
  readonly requests: { readonly i: number; readonly n: string }[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    FakeWebSocket.made.push(this);
  }

  send(text: string): void {
    this.requests.push(JSON.parse(text) as { i: number; n: string });
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Answers the newest request with text; an `Error` sends a "not dispatched" frame. */
  answer(payload: string | Error): void {
    const { i, n } = this.requests.at(-1) ?? { i: 0, n: '' };
    const [m, o] = payload instanceof Error ? [5, payload.message] : [1, payload];
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ m, i, n, o }) }));
  }
}
