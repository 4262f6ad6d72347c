/** The frames of the exchange's socket. */
import { NotSignedIn, OutOfService, parseRefusal, SalarError, TooManyRequests } from './errors.ts';
import { parseLossless } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';

/** Kind, sequence number, name of the call or event, and payload as JSON text. */
export type Frame = { readonly m: number; readonly i: number; readonly n: string; readonly o: string };

export const frameKinds = { request: 0, event: 3, error: 5 } as const;

/** Returns the answer that a frame contains. @throws SalarError when it is not an answer to the request */
export function readAnswer({ m, o }: Frame): WireValue {
  if (m === frameKinds.error && !o.startsWith('{')) {
    if (o === 'TOO MANY REQUESTS') throw new TooManyRequests();
    throw new SalarError(o);
  }
  const answer = parseLossless(o);
  const refusal = parseRefusal(answer);
  if (refusal === null) return answer;
  if (m !== frameKinds.error) throw refusal;
  if (refusal.errorcode === 20) throw new NotSignedIn('Not signed in');
  throw new OutOfService(Number(/\d+/.exec(refusal.detail ?? '')?.[0] ?? 0) || null);
}
