/** Movements of our bank accounts, each with a MAC: the exchange books nothing because of one that somebody else wrote. */
import type { Queryable } from '@salar/store';
import { insertBankEntry } from '@salar/store/tables/operators/bank-entries';
import type { BankEntryRow, NewBankEntry } from '@salar/store/tables/operators/bank-entries';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeBankEntryMac } from '../crypto/ticket-macs.ts';

type Key = { readonly ticketMacKey: MacKey };

/** Adds a movement; returns false when the provider's reference exists already. */
export function addBankMovement(
  { ticketMacKey }: Key,
  tx: Queryable,
  entry: Omit<NewBankEntry, 'mac'>,
): Promise<boolean> {
  return insertBankEntry(tx, { ...entry, mac: computeBankEntryMac(ticketMacKey, entry) });
}

export function isMovementProved({ ticketMacKey }: Key, { mac, ...entry }: BankEntryRow): boolean {
  return mac !== null && isMac(ticketMacKey, mac, (key) => computeBankEntryMac(key, entry));
}
