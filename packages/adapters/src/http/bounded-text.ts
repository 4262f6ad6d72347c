/** Reads the body of a response with an upper bound on its length. */

/** A block with all its transactions, or its traces, is well below this. */
const nodeAnswerBytesMax = 64 * 2 ** 20;

/** The other party sent more than it ever does. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** @throws AnswerTooLong, before the rest is read */
export async function boundedText(response: Response, bytesMax = nodeAnswerBytesMax): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new AnswerTooLong(`the answer has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
