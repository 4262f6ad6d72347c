/**
 * The price feed process: queries the sources in turns and reports to its parent.
 *
 * It is a separate process because the library is large, and because external data must not be able to stop, slow
 * down or fill up the exchange. It ends when its parent has gone.
 */
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { feedOutput } from './feed-messages.ts';
import type { FeedSettings, FromFeed } from './feed-messages.ts';
import { Source } from './source.ts';

/** Waits for the settings as the first line of standard input, and runs until the parent ends. */
export function runFeed(): void {
  const output = new Socket({ fd: feedOutput, readable: false, writable: true });
  output.on('error', () => process.exit(0)); // the parent has gone
  const report = (message: FromFeed) => void output.write(`${JSON.stringify(message)}\n`);
  const input = createInterface({ input: process.stdin });
  input.once('close', () => process.exit(0));
  input.once('line', (line) => {
    const settings = JSON.parse(line) as FeedSettings;
    setInterval(() => report({ type: 'alive' }), settings.everyMs);
    for (const name of settings.sources) {
      const source = Source.open(name, settings, report);
      if (source === null)
        report({ type: 'useless', source: name, reason: 'there is no exchange of this name' });
      else void follow(source, settings, report);
    }
  });
}

async function follow(
  source: Source,
  settings: FeedSettings,
  report: (message: FromFeed) => void,
): Promise<void> {
  for (;;) {
    // The source's breaker counts failures, and reports when it opens.
    const quotes = await source.quotes().catch(() => []);
    if (source.pairs?.length === 0)
      return report({
        type: 'useless',
        source: source.name,
        reason: 'it lists none of the pairs that we need',
      });
    if (quotes.length > 0) report({ type: 'quotes', quotes });
    await delay(settings.everyMs);
  }
}
