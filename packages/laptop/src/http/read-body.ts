/** Reads requests to the local nodes. */
import type { IncomingMessage } from 'node:http';

/** Reads the body of a request; null when it is longer than `lengthMax` bytes. */
export async function readBody(request: IncomingMessage, lengthMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > lengthMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
