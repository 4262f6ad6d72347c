/** A saved destination: a wallet address, or the fields of a bank account. */
import { parseLossless } from '@salar/client/lossless-json';
import type { RowOf } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

export type WithdrawInfo = WalletInfo | BankInfo;

type InfoStart = {
  readonly infoId: string;
  readonly productId: number;
  readonly symbol: string;
  /** As stored: `wallet:{label}:{network}` or `bank:{number or timestamp}`. */
  readonly name: string;
  /** The customer has followed the mailed link. */
  readonly isVerified: boolean;
};

type WalletInfo = InfoStart & {
  readonly kind: 'wallet';
  readonly label: string;
  readonly network: string;
  readonly address: string;
};

export type BankInfo = InfoStart & {
  readonly kind: 'bank';
  /** Field name to value, such as `BankName`, `Number`, `PixKey`. */
  readonly fields: Readonly<Record<string, string>>;
};

export function readWithdrawInfo(row: RowOf<'GetAccountWithdrawInfos'>): WithdrawInfo {
  const name = row.text('Name');
  const identifier = row.text('AccountIdentifier');
  const start = {
    infoId: row.text('AccountWithdrawInfoId'),
    productId: row.integer('ProductId'),
    symbol: row.textOr('ProductName', ''),
    name,
    isVerified: row.flag('Verified'),
  };
  const wallet = /^wallet:([^:]*):?(.*)$/.exec(name);
  if (wallet === null) return { ...start, kind: 'bank', fields: readFields(identifier) };
  return {
    ...start,
    kind: 'wallet',
    label: wallet[1] ?? '',
    network: wallet[2] ?? '',
    address: identifier,
  };
}

/** Builds the name under which a wallet address is stored (product spec, section 9). */
export function buildWalletInfoName(label: string, network: string): string {
  return `wallet:${label}:${network}`;
}

/** Builds the name under which a bank account is stored: its number, or the current time without one. */
export function buildBankInfoName(number: string, nowMs: number): string {
  return `bank:${number === '' ? nowMs : number}`;
}

/** Parses the fields of a bank account, which are JSON inside a text. Any other text is the account's number. */
function readFields(identifier: string): Readonly<Record<string, string>> {
  if (!identifier.startsWith('{')) return { Number: identifier };
  const fields = new WireRow(parseLossless(identifier)).entries();
  return Object.fromEntries(
    fields.flatMap(([key, value]) => (typeof value === 'string' && value !== '' ? [[key, value]] : [])),
  );
}
