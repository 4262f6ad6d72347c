/**
 * The house's own liquidity: quotes every instrument around the reference price with ordinary orders.
 *
 * The open quotes are read from the engine each time and never remembered, so that a restart continues where it stopped: orders
 * that still fit are kept, the others are cancelled. In each round of an instrument all cancels precede the new orders, and
 * both are submitted together, so the house never trades with itself.
 */
import { houseAccounts, instrumentId, minor, userId } from '@salar/protocol';
import type { InstrumentId, Minor, TradeId } from '@salar/protocol';
import type { Instrument } from '@salar/engine';
import { Loop } from '../background/loop.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';
import type { ReferencePrices } from '../ports/reference-prices.ts';
import type { InventoryLimits, LiquiditySettings } from './liquidity-settings.ts';
import { buildLadder } from './quote-ladder.ts';
import type { LadderShape, Stock } from './quote-ladder.ts';
import { planQuotes } from './quote-plan.ts';

/** The part of the sequencer that liquidity needs. */
export type CommandPort = Pick<EnginePort, 'undurable' | 'submit'>;

export type LiquidityOptions = {
  readonly sequencer: CommandPort;
  readonly prices: ReferencePrices;
  readonly settings: LiquiditySettings;
  readonly now?: () => number;
  readonly log: Log;
};

const account = houseAccounts.liquidity;
/** The user id of the house's orders, which no customer can have. */
const houseUser = userId(Number.MAX_SAFE_INTEGER);
const checkMs = 250;
/** How often an instrument is quoted without a trade. */
const roundMs = 2_000;
/** Quotes are pulled when the reference price is older than this. */
const priceAgeMaxMs = 30_000;

type Round = { at: number; trade: TradeId | null };

export class Liquidity {
  readonly #options: LiquidityOptions;
  readonly #now: () => number;
  readonly #rounds = new Map<InstrumentId, Round>();
  readonly #loop: Loop;

  constructor(options: LiquidityOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loop = new Loop({
      name: 'liquidity',
      intervalMs: checkMs,
      log: options.log,
      work: () => this.quoteDue(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Stops quoting; open quotes stay in the book and are managed again after the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Lists the products that some instrument is to be quoted with and of which there is no stock: that side of its book stays empty. */
  listMissingStock(): readonly string[] {
    const { settings, sequencer } = this.#options;
    const { undurable: engine } = sequencer;
    const quoted = engine.instruments().filter(({ symbol }) => settings.shapes.has(symbol));
    const used = new Set(
      quoted.flatMap(({ baseProductId, quoteProductId }) => [baseProductId, quoteProductId]),
    );
    return engine
      .products()
      .filter(({ productId }) => used.has(productId) && engine.position(account, productId).total <= 0n)
      .map(({ symbol }) => symbol);
  }

  /** Cancels every quote. */
  async pull(): Promise<void> {
    await this.#options.sequencer.submit({
      type: 'CancelAllOrders',
      accountId: account,
      instrumentId: instrumentId(0),
    });
  }

  /** Quotes every instrument that is due: one that traded since the last round, or whose round is over. */
  async quoteDue(): Promise<void> {
    const { undurable: engine } = this.#options.sequencer;
    for (const instrument of engine.instruments()) {
      const last = this.#rounds.get(instrument.instrumentId);
      const trade = engine.level1(instrument.instrumentId).lastTrade?.tradeId ?? null;
      const now = this.#now();
      if (last && last.trade === trade && now - last.at < roundMs) continue;
      await this.#quote(instrument);
      this.#rounds.set(instrument.instrumentId, { at: now, trade });
    }
  }

  async #quote(instrument: Instrument): Promise<void> {
    const { sequencer, prices, settings } = this.#options;
    const shape = settings.shapes.get(instrument.symbol);
    const open = sequencer.undurable.openOrders(account, instrument.instrumentId);
    if (instrument.state !== 'running' && instrument.state !== 'post_only') return;
    const reference = prices.findPrice(instrument.symbol);
    if (!shape || !reference || this.#now() - reference.at > priceAgeMaxMs) {
      if (open.length > 0)
        await sequencer.submit({
          type: 'CancelAllOrders',
          accountId: account,
          instrumentId: instrument.instrumentId,
        });
      return;
    }
    const plan = planQuotes(this.#buildWantedQuotes(instrument, shape, reference.price), open);
    const outcomes = await Promise.all([
      ...plan.cancels.map((orderId) =>
        sequencer.submit({ type: 'CancelOrder', accountId: account, orderId }),
      ),
      ...plan.places.map(({ side, price, quantity }) =>
        sequencer.submit({
          type: 'PlaceOrder',
          accountId: account,
          userId: houseUser,
          instrumentId: instrument.instrumentId,
          side,
          clientOrderId: 0,
          isQuote: true,
          orderType: 'limit',
          terms: null,
          timeInForce: 'gtc',
          price,
          quantity,
        }),
      ),
    ]);
    const refused = outcomes.find((outcome) => !outcome.ok);
    // A quote that was filled just before its cancel is expected; a lack of funds or a wrong size is not.
    if (refused && !refused.ok && refused.refusal !== 'order_unknown')
      this.#options.log.warn({ symbol: instrument.symbol, refusal: refused.refusal }, 'a quote was refused');
  }

  #buildWantedQuotes(instrument: Instrument, shape: LadderShape, reference: bigint) {
    const { undurable: engine } = this.#options.sequencer;
    const base = engine.product(instrument.baseProductId);
    const quote = engine.product(instrument.quoteProductId);
    if (!base || !quote) return [];
    return buildLadder({
      instrument,
      baseDecimals: base.decimals,
      quoteDecimals: quote.decimals,
      reference,
      shape,
      inventory: computeSkew(engine.position(account, base.productId).total, this.#findLimits(base.symbol)),
      base: this.#computeStock(base.productId, base.symbol),
      quote: this.#computeStock(quote.productId, quote.symbol),
    });
  }

  /** Computes what this instrument may sell and buy of a product: an equal share for each instrument that trades it. */
  #computeStock(productId: Instrument['baseProductId'], symbol: string): Stock {
    const { undurable: engine } = this.#options.sequencer;
    const users = engine
      .instruments()
      .filter((one) => one.baseProductId === productId || one.quoteProductId === productId).length;
    const { total } = engine.position(account, productId);
    const limits = this.#findLimits(symbol);
    const share = (amount: bigint) => minor(amount > 0n ? amount / BigInt(Math.max(users, 1)) : 0n);
    // A tenth is reserved, so that rounding and fees never leave an order without funds.
    const spendable = (total * 9n) / 10n;
    const aboveMin = total - (limits?.min ?? 0n);
    return {
      budget: share(spendable < aboveMin ? spendable : aboveMin),
      room: limits?.max === undefined ? null : share(limits.max - total),
    };
  }

  #findLimits(symbol: string): InventoryLimits | undefined {
    return this.#options.settings.inventory.get(symbol);
  }
}

/** Computes the inventory skew: from -1 (no stock) through 0 (at the target) upwards. */
function computeSkew(total: Minor, limits: InventoryLimits | undefined): number {
  if (limits === undefined || limits.target === 0n) return 0;
  return Number(((total - limits.target) * 1000n) / limits.target) / 1000;
}
