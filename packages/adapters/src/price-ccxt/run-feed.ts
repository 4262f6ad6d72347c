/**
 * The process of outside prices: asks the sources in turns and tells its parent.
 *
 * It is a process of its own because the library is large, and because what comes from outside must not be able to stop,
 * slow down or fill up the exchange. It ends when its parent has gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FeedSettings, FromFeed } from './feed-messages.ts';
import { Source } from './source.ts';

/** Waits for the settings as the first message, and runs until the parent goes. */
export function runFeed(): void {
  const tell = (message: FromFeed) => void process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.once('message', (settings: FeedSettings) => {
    setInterval(() => tell({ type: 'alive' }), settings.everyMs);
    for (const name of settings.sources) {
      const source = Source.open(name, settings, tell);
      if (source === null)
        tell({ type: 'useless', source: name, reason: 'there is no exchange of this name' });
      else void follow(source, settings, tell);
    }
  });
}

async function follow(
  source: Source,
  settings: FeedSettings,
  tell: (message: FromFeed) => void,
): Promise<void> {
  for (;;) {
    // A failure is counted by the source's breaker, which tells when it gives up.
    const quotes = await source.quotes().catch(() => []);
    if (source.pairs?.length === 0)
      return tell({
        type: 'useless',
        source: source.name,
        reason: 'it lists none of the pairs that we need',
      });
    if (quotes.length > 0) tell({ type: 'quotes', quotes });
    await delay(settings.everyMs);
  }
}
