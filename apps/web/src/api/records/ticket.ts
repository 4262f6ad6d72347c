import { parseLossless } from '../wire/lossless-json.ts';
import { WireRow } from '../wire/wire-row.ts';

/** A request to deposit or withdraw, with its own states. Amounts are decimal text. */
export type Ticket = {
  readonly ticketNumber: number;
  readonly requestCode: string;
  readonly productId: number;
  readonly symbol: string;
  readonly amount: string;
  readonly fee: string;
  /** Value of the amount in the notional product at the time. */
  readonly notionalValue: string;
  readonly notionalProductId: number | null;
  /** Where a withdrawal to a wallet goes; null on deposits and bank transfers. */
  readonly destination: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: string;
  readonly rejectReason: string | null;
};

export function readTicket(row: WireRow): Ticket {
  return {
    ticketNumber: row.integer('TicketNumber'),
    requestCode: row.textOr('RequestCode', ''),
    productId: row.integer('AssetId'),
    symbol: row.text('AssetName'),
    amount: row.decimal('Amount'),
    fee: row.decimalOr('FeeAmt', '0'),
    notionalValue: row.decimalOr('NotionalValue', '0'),
    notionalProductId: row.integerOr('NotionalProductId', 0) || null,
    destination: readDestination(row.textOr('TemplateForm', null)),
    createdAt: row.text('CreatedTimestamp'),
    status: row.text('Status'),
    rejectReason: row.textOr('RejectReason', null) || null,
  };
}

/** The form is JSON inside a text. */
function readDestination(form: string | null): string | null {
  return form ? new WireRow(parseLossless(form)).textOr('ExternalAddress', null) : null;
}
