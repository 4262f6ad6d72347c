/**
 * Reads the messages of the price feed process, a line of JSON each. The process is not trusted: the size and the number of messages
 * have a bound, and each is checked before use.
 */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { FromFeed, Pair } from './feed-messages.ts';

export type FeedReaderOptions = {
  readonly stream: Readable;
  /** The sources and pairs of the settings; the process reports about no others. */
  readonly sources: readonly string[];
  readonly pairs: readonly Pair[];
  readonly onMessage: (message: FromFeed) => void;
  /** Called once, with what is wrong; nothing is read afterwards. */
  readonly onWrong: (problem: string) => void;
};

const messageBytesMax = 512 * 1024;
/** Some hundred times of what twenty sources send. */
const bytesPerMinuteMax = 64 * 1024 * 1024;
const minuteMs = 60_000;
const newline = 0x0a;

export class FeedReader {
  readonly #options: FeedReaderOptions;
  readonly #schema: z.ZodType<FromFeed>;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #minuteBytes = 0;
  #minuteBeganAt = -Infinity;
  #isEnded = false;

  constructor(options: FeedReaderOptions) {
    this.#options = options;
    this.#schema = createSchema(options);
  }

  start(): void {
    this.#options.stream.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  #take(chunk: Buffer): void {
    if (this.#isEnded) return;
    const now = performance.now();
    if (now - this.#minuteBeganAt > minuteMs) [this.#minuteBeganAt, this.#minuteBytes] = [now, 0];
    this.#minuteBytes += chunk.length;
    if (this.#minuteBytes > bytesPerMinuteMax) return this.#end('it sends too much');
    let begin = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
      if (!this.#keep(chunk.subarray(begin, end))) return;
      this.#read(Buffer.concat(this.#parts).toString());
      this.#parts = [];
      this.#partBytes = 0;
      begin = end + 1;
      if (this.#isEnded) return;
    }
    this.#keep(chunk.subarray(begin));
  }

  /** Keeps a part of a message, and returns false when the message is too long. */
  #keep(part: Buffer): boolean {
    this.#partBytes += part.length;
    if (this.#partBytes > messageBytesMax) {
      this.#end('a message is too long');
      return false;
    }
    if (part.length > 0) this.#parts.push(part);
    return true;
  }

  #read(text: string): void {
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return this.#end('a message is not JSON');
    }
    const parsed = this.#schema.safeParse(content);
    if (parsed.success) this.#options.onMessage(parsed.data);
    else this.#end(`a message is wrong: ${z.prettifyError(parsed.error).slice(0, 300)}`);
  }

  #end(problem: string): void {
    this.#isEnded = true;
    this.#parts = [];
    this.#options.stream.destroy();
    this.#options.onWrong(problem);
  }
}

function createSchema({ sources, pairs }: Pick<FeedReaderOptions, 'sources' | 'pairs'>): z.ZodType<FromFeed> {
  const [knownSources, knownPairs] = [new Set(sources), new Set(pairs)];
  const source = z.string().refine((name) => knownSources.has(name), 'an unknown source');
  const pair = z.string().refine((name) => knownPairs.has(name), 'an unknown pair');
  const reason = z.string().max(300);
  const quote = z.strictObject({ source, pair, middle: z.number().positive(), at: z.int().nonnegative() });
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('alive') }),
    z.strictObject({ type: z.literal('quotes'), quotes: z.array(quote).max(pairs.length) }),
    z.strictObject({ type: z.literal('paused'), source, reason }),
    z.strictObject({ type: z.literal('resumed'), source }),
    z.strictObject({ type: z.literal('useless'), source, reason }),
  ]);
}
