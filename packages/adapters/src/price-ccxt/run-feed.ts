/**
 * The price feed process: queries the sources in turns and reports to its parent.
 *
 * It is a separate process because the library is large, and because external data must not be able to stop, slow
 * down or fill up the exchange. It ends when its parent has gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FeedSettings, FromFeed } from './feed-messages.ts';
import { Source } from './source.ts';

/** Waits for the settings as the first message, and runs until the parent ends. */
export function runFeed(): void {
  const report = (message: FromFeed) => void process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.once('message', (settings: FeedSettings) => {
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
