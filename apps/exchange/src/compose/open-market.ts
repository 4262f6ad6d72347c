/** The house in its own market: reference prices for the engine, and quotes around them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { CcxtPrices } from '@salar/adapters/price-ccxt/ccxt-prices';
import { SimulatedPrices } from '@salar/laptop/price-simulated/simulated-prices';
import type { Sequencer } from '@salar/sequencer';
import { Liquidity } from '@salar/services/liquidity/liquidity';
import type { LiquiditySettings } from '@salar/services/liquidity/liquidity-settings';
import { ReferenceKeeper } from '@salar/services/liquidity/reference-price-updater';
import type { MarketDataService } from '@salar/services/market-data/market-data-service';
import type { RegistrationService } from '@salar/services/sign-in/registration-service';
import type { Database } from '@salar/store';
import type { Config } from '../settings/config.ts';
import { patiently } from '../lifecycle/retry-during-start.ts';
import type { StopOrder } from '../lifecycle/shutdown.ts';
import { lastRates, PriceHistoryKeeper } from '@salar/laptop/price-simulated/price-history-keeper';
import { notionalSymbol, products } from '../seed/catalogue.ts';
import { seedDemoCustomer } from '@salar/laptop/seeds/demo-customer';
import { localLiquidity, seedLiquidityFunds } from '@salar/laptop/seeds/local-market';
import { readLiquidityFile } from '../settings/liquidity-file.ts';

export type MarketOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly registration: RegistrationService;
  readonly marketData: Pick<MarketDataService, 'addSeeded'>;
  readonly stops: StopOrder;
  readonly log: Logger;
};

/**
 * Tells the engine what products are worth, and quotes; then goes on with both until the stop.
 *
 * The local profile's market has funds, a demo customer and a past. Elsewhere there are reference prices when sources are
 * set, and quotes when there is a liquidity file.
 *
 * @throws ConfigError for a liquidity file that does not fit the catalogue
 */
export async function openMarket(options: MarketOptions): Promise<void> {
  const { config, database, sequencer, registration, stops, log } = options;
  const isLocal = config.profile === 'local';
  const settings = liquiditySettings(options);
  const prices = pricesOf(options);
  if (prices === null) return;
  const door = { door: sequencer, prices, log };
  const reference = new ReferenceKeeper({ ...door, notionalSymbol });
  const liquidity = settings && new Liquidity({ ...door, settings });
  const history =
    prices instanceof SimulatedPrices
      ? new PriceHistoryKeeper({
          database,
          engine: sequencer.engine,
          prices,
          log,
          onSeeded: (minutes) => options.marketData.addSeeded(minutes),
        })
      : null;
  await patiently(log, 'market', async () => {
    await reference.tellMoved();
    if (isLocal) {
      await seedLiquidityFunds(sequencer, products);
      await seedDemoCustomer({ database, products, door: sequencer, registration });
    }
    await history?.fill(Date.now());
    await liquidity?.quoteDue();
  });
  prices.start();
  reference.start();
  history?.start();
  liquidity?.start();
  stops.add('liquidity', async () => {
    history?.stop();
    await reference.stop();
    await liquidity?.stop();
    await prices.stop();
  });
}

/** Null where nobody has said which prices to trust. */
function pricesOf({ config, sequencer, log }: MarketOptions): SimulatedPrices | CcxtPrices | null {
  if (config.priceSources !== null)
    return new CcxtPrices({
      entry: fileURLToPath(new URL('./price-feed.js', import.meta.url)),
      sources: config.priceSources,
      products: sequencer.engine.products().map((product) => product.symbol),
      log,
    });
  if (config.profile !== 'local') return null;
  return new SimulatedPrices({ seed: Date.now(), startFrom: lastRates(sequencer.engine) });
}

function liquiditySettings({ config, sequencer }: MarketOptions): LiquiditySettings | null {
  if (config.liquidityFile !== null)
    return readLiquidityFile(readFileSync(config.liquidityFile, 'utf8'), sequencer.engine);
  return config.profile === 'local' ? localLiquidity : null;
}
