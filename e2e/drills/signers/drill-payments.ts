/** The payments of the drill: their amounts and receivers, the caps of the signer, and what a network lets be used once. */
import { createECDH, createHash } from 'node:crypto';
import { formatBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { formatTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { readTransaction } from '@salar/adapters/chain-tron/tron-transaction';
import { accountId, assert, userId } from '@salar/protocol';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { Transaction } from '@scure/btc-signer';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';

export const families = ['evm', 'bitcoin', 'tron'] as const;
export type Family = (typeof families)[number];

/** The customer whose withdrawals the exchange pays. */
export const customer = { userId: userId(7), accountId: accountId(1001) } as const;

/** Minor units that each receiver gets. */
export const nets: Readonly<Record<Family, bigint>> = { evm: 10n ** 15n, bitcoin: 10_000n, tron: 5_000_000n };
/** Minor units that the customer pays for a withdrawal beyond its net amount. */
export const withdrawFee = 1n;

/** One payment in this many is beyond the caps. */
const beyondCapEvery = 10;

/** Returns for how many of `count` payments of a family the caps have room. */
export function computePaid(count: number): number {
  return count - Math.floor(count / beyondCapEvery);
}

/** Returns true for a ticket whose payment is final and booked. */
export function isFinished({ status, moneyDone }: Pick<WithdrawalRow, 'status' | 'moneyDone'>): boolean {
  return status === 'FullyProcessed' && moneyDone;
}

/** Returns true for a confirmed ticket of which the exchange has no signed bytes. */
export function isWaiting({ status }: Pick<WithdrawalRow, 'status'>): boolean {
  return status === 'AutoAccepted' || status === 'SystemProcessing';
}

/**
 * Counts signatures as the caps do: another form of a payment adds nothing, but of TRON each form counts, because the signer
 * signs it only when the one before has expired.
 *
 * @param forms  signed forms of each ticket
 */
export function countForCaps(family: Family, forms: readonly number[]): number {
  return forms.reduce((sum, count) => sum + (family === 'tron' ? count : Math.min(count, 1)), 0);
}

/** Returns the address that the payment of this place among those of its family goes to, and no other. */
export function computeReceiver(family: Family, place: number): string {
  const key = createECDH('secp256k1');
  key.setPrivateKey(createHash('sha256').update(`receiver ${place} of ${family}`).digest());
  const publicKey = key.getPublicKey(null, 'compressed');
  switch (family) {
    case 'evm':
      return formatEvmAddress(publicKey);
    case 'bitcoin':
      return formatBitcoinAddress(publicKey, 'regtest');
    default:
      return formatTronAddress(publicKey);
  }
}

/** Returns what a network lets be used once, of a signed transaction: a nonce, its outputs, or the transaction itself. */
export function listUsed(family: Family, raw: string): readonly string[] {
  switch (family) {
    case 'evm':
      return [String(parseTransaction(raw as Hex).nonce)];
    case 'bitcoin': {
      const parsed = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
      return Array.from({ length: parsed.inputsLength }, (_, place) => {
        const { txid, index } = parsed.getInput(place);
        assert(txid !== undefined && index !== undefined, 'an input names an output');
        return `${Buffer.from(txid).toString('hex')}:${index}`;
      });
    }
    default:
      return [raw];
  }
}

/** Returns true when two forms of a payment, one signed after the other, can both be mined. */
export function canBothBeMined(family: Family, earlier: string, later: string): boolean {
  if (family === 'tron')
    return readTransaction(earlier).plan.expiration >= readTransaction(later).plan.timestamp;
  const used = listUsed(family, earlier);
  return !listUsed(family, later).some((one) => used.includes(one));
}
