/** Positions of an account, as its customer sees them. */
import type { EngineView, Product } from '@salar/engine';
import { divideDown, minor, computeUnit } from '@salar/protocol';
import type { AccountId, Minor, ProductId } from '@salar/protocol';
import type { DepositService } from '../deposits/deposit-service.ts';
import type { WithdrawalService } from '../withdrawals/withdrawal-service.ts';
import type {
  DepositStatus,
  DepositTicket,
  WithdrawalStatus,
  WithdrawTicket,
} from '../tickets/ticket-types.ts';
import type { EngineReader } from '../ports/engine-port.ts';
import { noTotals, totalsByProduct } from './ticket-totals.ts';
import type { PeriodTotals } from './ticket-totals.ts';

/** Amounts are in minor units of the product; available is `total - held`. */
export type Position = {
  readonly product: Product;
  readonly total: Minor;
  readonly held: Minor;
  readonly pendingDeposits: Minor;
  readonly pendingWithdrawals: Minor;
  /** Credited deposits. */
  readonly deposited: PeriodTotals;
  /** Requested and not released withdrawals, as the limits count them. */
  readonly withdrawn: PeriodTotals;
  /** Minor units of the notional product for one whole unit; 0n while there is no price. */
  readonly notionalRate: Minor;
  readonly notionalTotal: Minor;
  readonly notionalHeld: Minor;
};

/** The newest tickets of an account, newest first. */
export type AccountTickets = {
  readonly deposits: readonly DepositTicket[];
  readonly withdrawals: readonly WithdrawTicket[];
};

/** How many of the newest tickets count for pending sums and totals. */
const ticketsMax = 1000;

const pendingDeposits: ReadonlySet<DepositStatus> = new Set<DepositStatus>(['Pending', 'Confirmed']);
/** Withdrawals that ended without a payment: their amount counts in no limit. */
const releasedWithdrawals: ReadonlySet<WithdrawalStatus> = new Set<WithdrawalStatus>([
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
]);
const endedWithdrawals = new Set<WithdrawalStatus>([...releasedWithdrawals, 'FullyProcessed']);

type PositionServiceOptions = {
  readonly sequencer: EngineReader;
  readonly deposits: Pick<DepositService, 'list'>;
  readonly withdrawals: Pick<WithdrawalService, 'list'>;
  readonly now: () => number;
};

export class PositionService {
  readonly #options: PositionServiceOptions;

  constructor(options: PositionServiceOptions) {
    this.#options = options;
  }

  /** Lists the current durable position of every product, zeros included, by product id. */
  async list(accountId: AccountId): Promise<readonly Position[]> {
    return this.listFromTickets(accountId, await this.listTickets(accountId));
  }

  /** Lists the tickets that positions are computed from. */
  async listTickets(accountId: AccountId): Promise<AccountTickets> {
    const page = { accountId, startIndex: 0, limit: ticketsMax };
    const [deposits, withdrawals] = await Promise.all([
      this.#options.deposits.list(page),
      this.#options.withdrawals.list(page),
    ]);
    return { deposits, withdrawals };
  }

  /** Lists positions for a caller that already has the current tickets. */
  listFromTickets(accountId: AccountId, tickets: AccountTickets): Promise<readonly Position[]> {
    return this.#options.sequencer.read((view) => this.#computePositions(view, accountId, tickets));
  }

  /**
   * Computes positions in one synchronous pass. A ticket's row is written a moment after the ledger command, so the ledger
   * decides: what it has credited or paid is no longer pending, whatever the row says.
   */
  #computePositions(
    view: EngineView,
    accountId: AccountId,
    { deposits, withdrawals }: AccountTickets,
  ): readonly Position[] {
    const pendingIn = sumByProduct(
      deposits.filter((ticket) => pendingDeposits.has(ticket.status) && !view.isCredited(ticket.key)),
    );
    const pendingOut = sumByProduct(
      withdrawals.filter(
        (ticket) =>
          !endedWithdrawals.has(ticket.status) && view.withdrawal(ticket.ticketId)?.state === 'held',
      ),
    );
    const now = this.#options.now();
    const dayOffsetMs = view.dayOffsetMinutes * 60_000;
    const credited = totalsByProduct(
      deposits.filter((t) => t.status === 'FullyProcessed').map((t) => ({ ...t, at: t.updatedAt })),
      now,
      dayOffsetMs,
    );
    const withdrawn = totalsByProduct(
      withdrawals.filter((t) => !releasedWithdrawals.has(t.status)).map((t) => ({ ...t, at: t.createdAt })),
      now,
      dayOffsetMs,
    );

    return view.products().map((product) => {
      const { productId } = product;
      const { total, held } = view.position(accountId, productId);
      const rate = view.referencePrice(productId) ?? minor(0n);
      const unit = computeUnit(product.decimals);
      return {
        product,
        total,
        held,
        pendingDeposits: pendingIn.get(productId) ?? minor(0n),
        pendingWithdrawals: pendingOut.get(productId) ?? minor(0n),
        deposited: credited.get(productId) ?? noTotals,
        withdrawn: withdrawn.get(productId) ?? noTotals,
        notionalRate: rate,
        notionalTotal: minor(divideDown(total * rate, unit)),
        notionalHeld: minor(divideDown(held * rate, unit)),
      };
    });
  }
}

function sumByProduct(
  tickets: readonly { readonly productId: ProductId; readonly amount: Minor }[],
): ReadonlyMap<ProductId, Minor> {
  const sums = new Map<ProductId, Minor>();
  for (const { productId, amount } of tickets)
    sums.set(productId, minor((sums.get(productId) ?? 0n) + amount));
  return sums;
}
