/** The caps of payments in the networks file, and its amounts. */
import { minor, parseAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { ApprovedCaps, PasskeyCaps, PaymentCaps } from '@salar/services';
import type { AssetText } from './networks-schema.ts';

export type ReportProblem = (where: string, problem: string) => void;

type LanePlace = {
  readonly symbol: string;
  readonly decimals: number;
  /** The asset's place in the file. */
  readonly where: string;
  /** The cap of one transaction without signatures. */
  readonly perTransaction: Minor;
};

/** Reads the caps by customer and by the age of the receiver: below those of everybody, or they would have no use. */
export function readReceiverCaps(
  asset: AssetText,
  { decimals, where, perDay }: Pick<LanePlace, 'decimals' | 'where'> & { readonly perDay: Minor },
  report: ReportProblem,
): Pick<PaymentCaps, 'perCustomerDay' | 'newReceivers'> {
  const read = (text: string, field: string) => {
    const amount = readAmount(text, decimals, `${where}.${field}`, report);
    if (amount <= 0n || amount > perDay) report(`${where}.${field}`, 'must be above 0 and at most perDay');
    return amount;
  };
  const { hours, perDay: toNew } = asset.newReceivers;
  return {
    perCustomerDay: read(asset.perCustomerDay, 'perCustomerDay'),
    newReceivers: { hours, perDay: read(toNew, 'newReceivers.perDay') },
  };
}

/** Reads the caps of withdrawals signed with passkeys: larger than the automatic one, or they would have no use. */
export function readPasskeyCaps(
  text: NonNullable<AssetText['passkey']>,
  { symbol, decimals, where, perTransaction }: LanePlace,
  report: ReportProblem,
): PasskeyCaps {
  const place = `${where}.passkey`;
  const read = (field: keyof typeof text) => readAmount(text[field], decimals, `${place}.${field}`, report);
  const [largest, perHour, perDay] = [read('perTransaction'), read('perHour'), read('perDay')];
  const perCustomerDay = read('perCustomerDay');
  if (largest <= perTransaction)
    report(`${place}.perTransaction`, 'must be above what one transaction may pay without a signature');
  if (perHour < largest) report(`${place}.perHour`, 'must be at least what one transaction may pay');
  if (perDay < perHour) report(`${place}.perDay`, 'must be at least what an hour may pay');
  if (perCustomerDay < largest)
    report(`${place}.perCustomerDay`, 'must be at least what one transaction may pay');
  if (perDay < perCustomerDay) report(`${place}.perDay`, 'must be at least what a customer may get in a day');
  return { symbol, perTransaction: largest, perHour, perDay, perCustomerDay };
}

/** Reads the caps of payments that people approve: larger than the automatic one, or they would have no use. */
export function readApprovedCaps(
  text: NonNullable<AssetText['approved']>,
  { symbol, decimals, where, perTransaction }: LanePlace,
  report: ReportProblem,
): ApprovedCaps {
  const place = `${where}.approved`;
  const read = (field: keyof typeof text) => readAmount(text[field], decimals, `${place}.${field}`, report);
  const [largest, perDay] = [read('perTransaction'), read('perDay')];
  if (largest <= perTransaction)
    report(`${place}.perTransaction`, 'must be above what one transaction may pay without approvals');
  if (perDay < largest) report(`${place}.perDay`, 'must be at least what one transaction may pay');
  return { symbol, perTransaction: largest, perDay };
}

/** Reads an amount in minor units; reports any other text. */
export function readAmount(text: string, decimals: number, where: string, report: ReportProblem): Minor {
  const read = parseAmount(text, decimals);
  if (read.ok) return read.value;
  report(where, `"${text}" is not an amount with up to ${decimals} decimals`);
  return minor(0n);
}
