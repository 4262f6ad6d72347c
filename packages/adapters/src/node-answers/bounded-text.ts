/** Reads a node's response with an upper bound on its length. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';

/** A full block with its transactions, or its traces, is well below this. */
const answerLengthMax = 64 * 2 ** 20;

/** @throws ChainUnavailable when the response is longer than any genuine one */
export async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > answerLengthMax) throw new ChainUnavailable("the node's response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
