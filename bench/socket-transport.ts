/** The WebSocket transport: one signed-in socket for each customer. */
import type { Transport, OnReply } from './transport.ts';
import type { CallName, Customer } from './load-messages.ts';
import { FrameSocket } from './frame-socket.ts';

const messageReply = 1;
const messageError = 5;
/** The sequence number of the sign-in; calls use the number of their slot. */
const signInNumber = 1_000_000;

type Frame = { readonly m: number; readonly i: number; readonly o: string };

export class SocketTransport implements Transport {
  readonly #sockets: readonly FrameSocket[];

  private constructor(sockets: readonly FrameSocket[]) {
    this.#sockets = sockets;
  }

  static async open(
    port: number,
    customers: readonly Customer[],
    replied: OnReply,
  ): Promise<SocketTransport> {
    const sockets: FrameSocket[] = [];
    for (const customer of customers) sockets.push(await signedIn(port, customer, replied));
    return new SocketTransport(sockets);
  }

  prepare(_customer: Customer, call: CallName, body: string): string {
    return `{"m":0,"n":"${call}","o":${JSON.stringify(body)},"i":`;
  }

  send(slot: number, customer: number, prepared: string): void {
    this.#sockets[customer]?.send(`${prepared}${slot}}`);
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

async function signedIn(port: number, { token }: Customer, replied: OnReply): Promise<FrameSocket> {
  let signInEnds: (answer: string) => void = () => undefined;
  const signIn = new Promise<string>((ends) => (signInEnds = ends));
  const socket = await FrameSocket.open(port, (text) => {
    const { m, i, o } = JSON.parse(text) as Frame;
    if (i === signInNumber) signInEnds(o);
    else if (m === messageReply) replied(i, `200 ${o}`);
    else if (m === messageError) replied(i, `500 ${o}`);
  });
  const credentials = JSON.stringify(JSON.stringify({ SessionToken: token }));
  socket.send(`{"m":0,"i":${signInNumber},"n":"WebAuthenticateUser","o":${credentials}}`);
  const answer = await signIn;
  if (!answer.includes('"Authenticated":true')) throw new Error(`a sign-in was refused: ${answer}`);
  return socket;
}
