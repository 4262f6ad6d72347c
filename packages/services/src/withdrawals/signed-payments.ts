/**
 * Reads what the signer has signed for a ticket, and which bank payouts operators have started. The database can be changed by
 * others, these records cannot: an unpaid status alone never returns money.
 */
import type { ProductId, TicketId } from '@salar/protocol';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { SignerUnavailable } from '../ports/chain-signer.ts';
import type { DecisionRecord } from '../operator/decision-record.ts';
import type { PaymentRecord, SignedForm } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import { TicketsNotReady } from '../tickets/chain-access.ts';
import type { TicketProvider } from '../tickets/networks.ts';

type Paid = Pick<WithdrawalRow, 'ticketId' | 'productId'>;
/** Lists what was signed for a ticket; for a bank payout, which people make, what was started. */
export type ListSigned = (row: Paid) => Promise<readonly SignedForm[]>;
type Context = { readonly listSigned: ListSigned; readonly log: Log };

/**
 * Creates the list. The product decides which record a ticket has: that of its money in the books, because operators also end tickets
 * whose row somebody changed.
 *
 * @param record  the signer's record; throws TicketsNotReady until the signer is connected
 * @param findHeld  returns the product that the books hold, or held, for a ticket
 */
export function createListSigned(
  providers: readonly TicketProvider[],
  record: () => PaymentRecord,
  decisions: Pick<DecisionRecord, 'payoutStartedAt'>,
  findHeld: (ticketId: TicketId) => Promise<ProductId | undefined>,
): ListSigned {
  const listProducts = (kind: TicketProvider['kind']) =>
    new Set(providers.filter((provider) => provider.kind === kind).map(({ productId }) => productId));
  const [ofBanks, ofChains] = [listProducts('bank'), listProducts('chain')];
  return async ({ ticketId, productId: written }) => {
    const productId = (await findHeld(ticketId)) ?? written;
    const isOnChain = ofChains.has(productId) || !ofBanks.has(productId);
    const signed = isOnChain ? await record().listSigned(ticketId) : [];
    const at = decisions.payoutStartedAt(ticketId);
    return at === null ? signed : [...signed, { hash: `bank payout ${ticketId}`, at }];
  };
}

/**
 * Returns true when nothing was signed for a ticket, so that its hold may be released without a payment.
 *
 * @throws SignerUnavailable, TicketsNotReady
 */
export async function isUnsigned({ listSigned, log }: Context, row: Paid): Promise<boolean> {
  const signed = await listSigned(row);
  if (signed.length === 0) return true;
  const { ticketId } = row;
  log.error({ ticketId, signed: signed.map(({ hash }) => hash) }, signedAlert);
  return false;
}

/**
 * Returns true when the signer signed this transaction for the ticket, whatever the database says.
 *
 * @throws SignerUnavailable, TicketsNotReady
 */
export async function isSignedForm(
  { listSigned }: Pick<Context, 'listSigned'>,
  row: Paid,
  txId: string,
): Promise<boolean> {
  return (await listSigned(row)).some(({ hash }) => hash === txId);
}

const signedAlert = 'ALERT: a withdrawal without a payment has signed ones: its hold is not released';

/** Decides about releases, again and again until the signer answers. Each signed ticket is reported once. */
export class UnsignedChecks {
  readonly #context: Context;
  readonly #signed = new Set<TicketId>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns true when nothing was signed; false also while the signer does not answer. */
  async pass(row: Paid): Promise<boolean> {
    const { ticketId } = row;
    if (this.#signed.has(ticketId)) return false;
    try {
      if (await isUnsigned(this.#context, row)) return true;
      this.#signed.add(ticketId);
    } catch (error) {
      if (!(error instanceof SignerUnavailable || error instanceof TicketsNotReady)) throw error;
      this.#context.log.warn({ ticketId }, 'the release of a hold waits for the signer');
    }
    return false;
  }
}
