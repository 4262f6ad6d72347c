import { parseLossless } from '@salar/client/lossless-json';
import type { RowOf } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

/** A deposit or withdrawal request with its own states. Amounts are decimal text. */
export type Ticket = {
  readonly ticketNumber: number;
  readonly requestCode: string;
  readonly productId: number;
  readonly symbol: string;
  readonly amount: string;
  readonly fee: string;
  /** Value of the amount in the notional product when the ticket was created. */
  readonly notionalValue: string;
  readonly notionalProductId: number | null;
  /** The display name of the network or bank rail; empty when the server sends none. */
  readonly network: string;
  /** The form that the customer filled in for a withdrawal; empty on deposits. */
  readonly form: Readonly<Record<string, string>>;
  /** The wallet address of a withdrawal; null on deposits and bank transfers. */
  readonly destination: string | null;
  /** The id of the payment at the network or bank; null before it is assigned. */
  readonly transactionId: string | null;
  /** Confirmations of a deposit in blocks; null where blocks are not counted. */
  readonly confirmations: { readonly seen: number; readonly needed: number } | null;
  /** Until when a withdrawal is delayed for safety, ISO 8601; null otherwise. */
  readonly delayedUntil: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: string;
  readonly rejectReason: string | null;
};

export function readDepositTicket(row: RowOf<'GetDepositTickets'>): Ticket {
  const deposit = readInside(row.textOr('DepositInfo', null));
  const needed = deposit.integerOr('ConfirmationsNeeded', 0);
  return {
    ...readEither(row),
    network: deposit.textOr('DisplayName', ''),
    form: {},
    destination: null,
    transactionId: deposit.textOr('TXId', null) || null,
    confirmations: needed > 0 ? { seen: deposit.integerOr('Confirmations', 0), needed } : null,
    delayedUntil: null,
  };
}

export function readWithdrawTicket(row: RowOf<'GetWithdrawTickets'>): Ticket {
  const form = readInside(row.textOr('TemplateForm', null));
  const payment = readInside(row.textOr('WithdrawTransactionDetails', null));
  return {
    ...readEither(row),
    network: payment.textOr('DisplayName', ''),
    form: toTextFields(form),
    destination: form.textOr('ExternalAddress', null),
    transactionId: payment.textOr('TxId', null) || null,
    confirmations: null,
    delayedUntil: payment.textOr('DelayedUntil', null),
  };
}

/** Reads the fields that tickets of both kinds share. */
function readEither(row: RowOf<'GetDepositTickets'> | RowOf<'GetWithdrawTickets'>) {
  return {
    ticketNumber: row.integer('TicketNumber'),
    requestCode: row.textOr('RequestCode', ''),
    productId: row.integer('AssetId'),
    symbol: row.text('AssetName'),
    amount: row.decimal('Amount'),
    fee: row.decimalOr('FeeAmt', '0'),
    notionalValue: row.decimalOr('NotionalValue', '0'),
    notionalProductId: row.integerOr('NotionalProductId', 0) || null,
    createdAt: row.text('CreatedTimestamp'),
    status: row.text('Status'),
    rejectReason: row.textOr('RejectReason', null) || null,
  };
}

/** Parses JSON inside a text field; a missing text reads as an empty object. */
function readInside(text: string | null): WireRow {
  return new WireRow(text ? parseLossless(text) : {});
}

function toTextFields(row: WireRow): Readonly<Record<string, string>> {
  return Object.fromEntries(
    row.entries().flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
