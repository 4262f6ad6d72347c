/** Movements of our bank accounts, each with a MAC: the exchange books nothing because of one that somebody else wrote. */
import type { Queryable } from '@salar/store';
import { insertBankEntry } from '@salar/store/tables/operators/bank-entries';
import type { BankEntryRow, NewBankEntry } from '@salar/store/tables/operators/bank-entries';
import { computeBankEntryMac, isSameMac } from '../crypto/ticket-macs.ts';

type Key = { readonly ticketMacKey: Uint8Array };

/** Adds a movement; returns false when the provider's reference exists already. */
export function addBankMovement(
  { ticketMacKey }: Key,
  tx: Queryable,
  entry: Omit<NewBankEntry, 'mac'>,
): Promise<boolean> {
  return insertBankEntry(tx, { ...entry, mac: computeBankEntryMac(ticketMacKey, entry) });
}

export function isMovementProved({ ticketMacKey }: Key, { mac, ...entry }: BankEntryRow): boolean {
  return mac !== null && isSameMac(computeBankEntryMac(ticketMacKey, entry), mac);
}
