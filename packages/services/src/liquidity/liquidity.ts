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
import type { Log } from '../ports/log.ts';
import type { ReferencePrices } from '../ports/reference-prices.ts';
import { ladder } from './quote-ladder.ts';
import type { LadderShape } from './quote-ladder.ts';
import { planQuotes } from './quote-plan.ts';

/** The part of the sequencer that liquidity needs. */
export type CommandDoor = {
  readonly engine: Engine;
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
};

export type LiquidityOptions = {
  readonly door: CommandDoor;
  readonly prices: ReferencePrices;
  /** By symbol; an instrument without one is not quoted. */
  readonly shapes: ReadonlyMap<string, LadderShape>;
  /** What we would like to hold of each product, by symbol, minor units. */
  readonly neutral: ReadonlyMap<string, Minor>;
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
const pauseAfterTroubleMs = 2_000;

type Round = { at: number; trade: TradeId | null };

export class Liquidity {
  readonly #options: LiquidityOptions;
  readonly #now: () => number;
  readonly #rounds = new Map<InstrumentId, Round>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isStopped = true;

  constructor(options: LiquidityOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    this.#isStopped = false;
    this.#schedule(0);
  }

  /** Stops quoting; what stands on the books stays there and is taken up again at the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** Takes every quote off the books. */
  async pull(): Promise<void> {
    await this.#options.door.submit({
      type: 'CancelAllOrders',
      accountId: account,
      instrumentId: instrumentId(0),
    });
  }

  /** Quotes every instrument that is due: one that traded since the last round, or was not looked at for a while. */
  async quoteDue(): Promise<void> {
    const { engine } = this.#options.door;
    for (const instrument of engine.instruments()) {
      const last = this.#rounds.get(instrument.instrumentId);
      const trade = engine.level1(instrument.instrumentId).lastTrade?.tradeId ?? null;
      const now = this.#now();
      if (last && last.trade === trade && now - last.at < roundMs) continue;
      this.#rounds.set(instrument.instrumentId, { at: now, trade });
      await this.#quote(instrument);
    }
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#working = this.quoteDue().then(
        () => this.#schedule(lookMs),
        (error: unknown) => {
          // The writer is busy or its database away: the books are read anew in the next round.
          this.#options.log.warn({ error }, 'quoting paused');
          this.#rounds.clear();
          this.#schedule(pauseAfterTroubleMs);
        },
      );
    }, delayMs);
  }

  async #quote(instrument: Instrument): Promise<void> {
    const { door, prices, shapes } = this.#options;
    const shape = shapes.get(instrument.symbol);
    if (!shape || instrument.state !== 'running') return;
    const reference = prices.priceOf(instrument.symbol);
    const open = door.engine.openOrders(account, instrument.instrumentId);
    if (!reference || this.#now() - reference.at > priceAgeMaxMs) {
      if (open.length > 0)
        await door.submit({
          type: 'CancelAllOrders',
          accountId: account,
          instrumentId: instrument.instrumentId,
        });
      return;
    }
    const plan = planQuotes(this.#wanted(instrument, shape, reference.price), open);
    const outcomes = await Promise.all([
      ...plan.cancels.map((orderId) => door.submit({ type: 'CancelOrder', accountId: account, orderId })),
      ...plan.places.map(({ side, price, quantity }) =>
        door.submit({
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
    const { engine } = this.#options.door;
    const base = engine.product(instrument.baseProductId);
    const quote = engine.product(instrument.quoteProductId);
    if (!base || !quote) return [];
    return ladder({
      instrument,
      baseDecimals: base.decimals,
      quoteDecimals: quote.decimals,
      reference,
      shape,
      inventory: this.#inventory(base.symbol, engine.position(account, base.productId).total),
      baseBudget: this.#budget(instrument.baseProductId),
      quoteBudget: this.#budget(instrument.quoteProductId),
    });
  }

  #inventory(symbol: string, total: Minor): number {
    const neutral = this.#options.neutral.get(symbol) ?? 0n;
    return neutral === 0n ? 0 : Number(((total - neutral) * 1000n) / neutral) / 1000;
  }

  /** An equal share for each instrument that trades the product, with a tenth kept back. */
  #budget(productId: Instrument['baseProductId']): Minor {
    const { engine } = this.#options.door;
    const users = engine
      .instruments()
      .filter((one) => one.baseProductId === productId || one.quoteProductId === productId).length;
    return minor((engine.position(account, productId).total * 9n) / 10n / BigInt(Math.max(users, 1)));
  }
}
