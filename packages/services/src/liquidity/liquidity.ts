/**
 * The house's own liquidity: quotes every instrument around the reference price, by ordinary orders.
 *
 * What it has on the books is read from the engine each time and never remembered, so a restart simply goes on: orders
 * that still fit are kept, the others are canceled. Per instrument all cancels of a round come before its new orders, and
 * both are handed to the writer in one go, so it never meets itself.
 */
import { houseAccounts, instrumentId, minor, userId } from '@salar/protocol';
import type { Command, InstrumentId, Minor, OutcomeOf, TradeId } from '@salar/protocol';
import type { Engine, Instrument } from '@salar/engine';
import { Loop } from '../background/loop.ts';
import type { Log } from '../ports/log.ts';
import type { ReferencePrices } from '../ports/reference-prices.ts';
import type { InventoryLimits, LiquiditySettings } from './liquidity-settings.ts';
import { buildLadder } from './quote-ladder.ts';
import type { LadderShape, Stock } from './quote-ladder.ts';
import { planQuotes } from './quote-plan.ts';

/** The part of the sequencer that liquidity needs. */
export type CommandPort = {
  readonly engine: Engine;
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
};

export type LiquidityOptions = {
  readonly sequencer: CommandPort;
  readonly prices: ReferencePrices;
  readonly settings: LiquiditySettings;
  readonly now?: () => number;
  readonly log: Log;
};

const account = houseAccounts.liquidity;
/** Orders of the house belong to no person; no customer can ever have this number. */
const houseUser = userId(Number.MAX_SAFE_INTEGER);
const lookMs = 250;
/** Without a trade an instrument is looked at this often. */
const roundMs = 2_000;
/** A price older than this is no price: quotes are pulled. */
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
      intervalMs: lookMs,
      log: options.log,
      work: () => this.quoteDue(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Stops quoting; what stands on the books stays there and is taken up again at the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Takes every quote off the books. */
  async pull(): Promise<void> {
    await this.#options.sequencer.submit({
      type: 'CancelAllOrders',
      accountId: account,
      instrumentId: instrumentId(0),
    });
  }

  /** Quotes every instrument that is due: one that traded since the last round, or was not looked at for a while. */
  async quoteDue(): Promise<void> {
    const { engine } = this.#options.sequencer;
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
    const open = sequencer.engine.openOrders(account, instrument.instrumentId);
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
    const plan = planQuotes(this.#wanted(instrument, shape, reference.price), open);
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
    // A quote that was filled just before its cancel is no news; lacking funds or a wrong size is.
    if (refused && !refused.ok && refused.refusal !== 'order_unknown')
      this.#options.log.warn({ symbol: instrument.symbol, refusal: refused.refusal }, 'a quote was refused');
  }

  #wanted(instrument: Instrument, shape: LadderShape, reference: bigint) {
    const { engine } = this.#options.sequencer;
    const base = engine.product(instrument.baseProductId);
    const quote = engine.product(instrument.quoteProductId);
    if (!base || !quote) return [];
    return buildLadder({
      instrument,
      baseDecimals: base.decimals,
      quoteDecimals: quote.decimals,
      reference,
      shape,
      inventory: computeSkew(engine.position(account, base.productId).total, this.#limitsOf(base.symbol)),
      base: this.#stock(base.productId, base.symbol),
      quote: this.#stock(quote.productId, quote.symbol),
    });
  }

  /** What this instrument may give of a product and take of it: an equal share for each that trades the product. */
  #stock(productId: Instrument['baseProductId'], symbol: string): Stock {
    const { engine } = this.#options.sequencer;
    const users = engine
      .instruments()
      .filter((one) => one.baseProductId === productId || one.quoteProductId === productId).length;
    const { total } = engine.position(account, productId);
    const limits = this.#limitsOf(symbol);
    const share = (amount: bigint) => minor(amount > 0n ? amount / BigInt(Math.max(users, 1)) : 0n);
    // A tenth is kept back, so that rounding and fees never leave an order unpaid.
    const spendable = (total * 9n) / 10n;
    const aboveMin = total - (limits?.min ?? 0n);
    return {
      budget: share(spendable < aboveMin ? spendable : aboveMin),
      room: limits?.max === undefined ? null : share(limits.max - total),
    };
  }

  #limitsOf(symbol: string): InventoryLimits | undefined {
    return this.#options.settings.inventory.get(symbol);
  }
}

/** From -1 (nothing in stock) over 0 (as much as we would like) upwards. */
function computeSkew(total: Minor, limits: InventoryLimits | undefined): number {
  if (limits === undefined || limits.target === 0n) return 0;
  return Number(((total - limits.target) * 1000n) / limits.target) / 1000;
}
