/** Subscribers of the market in a load test: how they connect, subscribe and receive events. */
import { FrameSocket } from './frame-socket.ts';
import { requestNumbers } from './subscriber-messages.ts';

/** The number of sockets per address is limited, so they use four addresses. */
const addresses = 4;
const openedAtOnce = 50;

/** Returns the local address from which the subscriber of an index connects. */
export function getLocalAddress(index: number): string {
  return `127.0.0.${2 + (index % addresses)}`;
}

/** Writes the message of a call about the market's instrument. */
export function writeCall(name: string, number: number, payload: object): string {
  const o = JSON.stringify({ OMSId: 1, InstrumentId: 1, ...payload });
  return JSON.stringify({ m: 0, i: number, n: name, o });
}

/** Opens many subscribers, fifty at a time. `open` receives the index of its subscriber. */
export async function openInGroups<Subscriber>(
  subscribers: readonly Subscriber[],
  open: (subscriber: Subscriber, index: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < subscribers.length; from += openedAtOnce)
    await Promise.all(
      subscribers.slice(from, from + openedAtOnce).map((subscriber, place) => open(subscriber, from + place)),
    );
}

/** One subscriber's socket: sends one subscription at a time, and passes on the text of each event. */
export class SubscriberSocket {
  readonly #socket: FrameSocket;
  #onAnswer: () => void = () => undefined;

  private constructor(socket: FrameSocket) {
    this.#socket = socket;
  }

  /** @param index  the subscriber's, which determines its local address */
  static async open(port: number, index: number, onEvent: (text: string) => void): Promise<SubscriberSocket> {
    const onText = (text: string) => {
      if (text.startsWith('{"m":3')) onEvent(text);
      else if (text.startsWith('{"m":1') && !text.includes('errorcode')) subscriber.#onAnswer();
      else throw new Error(`unexpected response: ${text}`);
    };
    const subscriber = new SubscriberSocket(await FrameSocket.open(port, onText, getLocalAddress(index)));
    return subscriber;
  }

  /** Resolves when the exchange has accepted the subscription; a refusal ends the process. */
  async subscribe(call: keyof typeof requestNumbers, payload: object = {}): Promise<void> {
    const answered = new Promise<void>((resolve) => (this.#onAnswer = resolve));
    this.#socket.send(writeCall(call, requestNumbers[call], payload));
    await answered;
  }

  close(): void {
    this.#socket.close();
  }
}
