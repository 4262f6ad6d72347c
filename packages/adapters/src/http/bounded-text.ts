/** Reads the body of a response with an upper bound on its length. */

/** A block with all its transactions, or its traces, is well below this. */
const nodeAnswerBytesMax = 64 * 2 ** 20;
/** The longest answers have a value every 25 bytes. Small ones, such as `[]`, take up to twenty times their length when they are parsed. */
const valuesMax = 6_000_000;
const [comma, list, record] = Buffer.from(',[{');
/** Answers that arrive at the same time are not longer than this together. */
const arrivingBytesMax = 192 * 2 ** 20;
let arrivingBytes = 0;

/** The other party sent more than it ever does. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** @throws AnswerTooLong, before the rest is read */
export async function boundedText(response: Response, bytesMax = nodeAnswerBytesMax): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let values = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      arrivingBytes += chunk.length;
      if (length > bytesMax) throw new AnswerTooLong(`the answer has more than ${bytesMax} bytes`);
      values += countValues(chunk);
      if (values > valuesMax) throw new AnswerTooLong(`the answer has more than ${valuesMax} values`);
      if (arrivingBytes > arrivingBytesMax) throw new AnswerTooLong('too many long answers arrive at once');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    arrivingBytes -= length;
  }
}

/** Counts what may begin a value of JSON; characters of texts are counted, too. */
function countValues(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === comma || byte === list || byte === record) count += 1;
  return count;
}
