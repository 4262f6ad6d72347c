/** What a node answers, unless it does not end. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';

/** A full block with its transactions, or its traces, stays well below. */
const answerLengthMax = 64 * 2 ** 20;

/** @throws ChainUnavailable when the answer is longer than any true one */
export async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > answerLengthMax) throw new ChainUnavailable('the answer of the node does not end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
