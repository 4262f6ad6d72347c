/** Opens the exchange's own market making: reference prices for the engine, and quotes around them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { CcxtPrices } from '@salar/adapters/price-ccxt/ccxt-prices';
import type { Sequencer } from '@salar/sequencer';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { ConfirmedPrices } from '@salar/services/liquidity/confirmed-prices';
import { findFormerPrice } from '@salar/services/liquidity/former-prices';
import { Liquidity } from '@salar/services/liquidity/liquidity';
import type { LiquiditySettings } from '@salar/services/liquidity/liquidity-settings';
import { PriceGuard } from '@salar/services/liquidity/price-guard';
import { ReferencePriceUpdater } from '@salar/services/liquidity/reference-price-updater';
import type { PriceSources } from '@salar/services/ports/reference-prices';
import type { Database } from '@salar/store';
import type { Config } from '../settings/config.ts';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import type { ShutdownSteps } from '../lifecycle/shutdown.ts';
import type { StartProgress } from '../lifecycle/start-progress.ts';
import { notionalSymbol, products } from '../seed/catalogue.ts';
import { readLiquidityFile } from '../settings/liquidity-file.ts';
import type { Laptop } from '../lifecycle/laptop.ts';

export type MarketOptions = {
  readonly config: Config;
  readonly laptop: Laptop | null;
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly services: Pick<CustomerServices, 'authentication' | 'market'>;
  /** Learns which prices are trusted. */
  readonly confirmed: ConfirmedPrices;
  readonly progress: Pick<StartProgress, 'note'>;
  readonly stops: ShutdownSteps;
  readonly log: Logger;
};

/**
 * Submits reference prices and quotes, and keeps both up to date until the stop.
 *
 * The local profile's market has funds, a demo customer and a price history. Elsewhere there are reference prices
 * when sources are configured, and quotes when there is a liquidity file.
 *
 * @throws ConfigError for a liquidity file that does not match the catalogue
 */
export async function openMarket(options: MarketOptions): Promise<void> {
  const { laptop, database, sequencer, services, confirmed, stops, log } = options;
  const settings = readLiquiditySettings(options);
  const simulated = createSimulatedPrices(options);
  const external = simulated === null ? createExternalPrices(options) : null;
  const sources = simulated ?? external;
  const prices = simulated ?? (external && guardPrices(options, external));
  if (sources === null || prices === null) {
    if (settings) options.progress.note(noPrices);
    return;
  }
  const shared = { sequencer, prices, log };
  const reference = new ReferencePriceUpdater({ ...shared, notionalSymbol, confirmed });
  const liquidity = settings && new Liquidity({ ...shared, settings });
  const history =
    laptop && simulated
      ? new laptop.PriceHistoryWriter({
          database,
          engine: sequencer.undurable,
          prices: simulated,
          log,
          onSeeded: (minutes) => services.market.marketData.addSeeded(minutes),
        })
      : null;
  await retryDuringStart(log, 'market', async () => {
    await reference.submitMoved();
    if (laptop) {
      await laptop.seedLiquidityFunds(sequencer, products);
      await laptop.seedDemoCustomer({
        database,
        products,
        sequencer,
        registration: services.authentication.registration,
      });
    }
    await history?.fill(Date.now());
    await liquidity?.quoteDue();
  });
  const missing = liquidity?.listMissingStock() ?? [];
  if (missing.length > 0) {
    log.warn({ products: missing }, 'the house has no stock of products that it is to quote');
    options.progress.note(describeMissingStock(missing));
  }
  sources.start();
  reference.start();
  history?.start();
  liquidity?.start();
  stops.add('liquidity', async () => {
    history?.stop();
    await reference.stop();
    await liquidity?.stop();
    await sources.stop();
  });
}

const noPrices = 'SALAR_LIQUIDITY_FILE is set without SALAR_PRICE_SOURCES: nothing is quoted';

function describeMissingStock(products: readonly string[]): string {
  return `SALAR_LIQUIDITY_FILE is set and the house has no ${products.join(', ')} to quote: books stay empty until two operators run \`liquidity fund\``;
}

/** Returns the laptop's simulated prices, unless the settings name sources. */
function createSimulatedPrices({ config, laptop, sequencer }: MarketOptions) {
  if (config.prices.sources !== null || laptop === null) return null;
  return new laptop.SimulatedPrices({ seed: Date.now(), startFrom: laptop.lastRates(sequencer.undurable) });
}

/** Puts a guard before external prices. */
function guardPrices({ config, sequencer, log }: MarketOptions, sources: PriceSources): PriceGuard {
  return new PriceGuard({
    sources,
    ageMaxMs: config.prices.ageMaxMs,
    findFormer: (symbol) => findFormerPrice(sequencer.undurable, symbol),
    log,
  });
}

/** Returns null when the settings name no sources. */
function createExternalPrices({ config, sequencer, log }: MarketOptions): CcxtPrices | null {
  const { sources, sourcesMin, singleSourcePairs } = config.prices;
  if (sources === null) return null;
  return new CcxtPrices({
    entry: fileURLToPath(new URL('./price-feed.js', import.meta.url)),
    sources,
    sourcesMin,
    singleSourcePairs,
    products: sequencer.undurable.products().map((product) => product.symbol),
    log,
  });
}

function readLiquiditySettings({ config, laptop, sequencer }: MarketOptions): LiquiditySettings | null {
  if (config.liquidityFile !== null)
    return readLiquidityFile(readFileSync(config.liquidityFile, 'utf8'), sequencer.undurable);
  return laptop?.localLiquidity ?? null;
}
