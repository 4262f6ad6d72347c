/** Plans of payments as an exchange makes them, on the networks of the drill. */
import type { PaymentPlan, TicketTerms } from '@salar/services';
import { chains } from './drill-policy.ts';

/** Creates a plan that shares its nonce, its output and its time with no other. */
export function createPlan({ chainId, amount, fee, createdAt }: TicketTerms, id: number): PaymentPlan {
  if (chainId === chains.ethereum)
    return { family: 'evm', nonce: id, feeMax: 2_000_000_000n, feePriority: 1_000_000n };
  if (chainId === chains.tron) {
    const timestamp = createdAt + id;
    const reference = { refBlockBytes: 'abcd', refBlockHash: '0123456789abcdef' };
    return { family: 'tron', ...reference, timestamp, expiration: timestamp + 60_000, feeLimit: 1_000_000n };
  }
  const txId = id.toString(16).padStart(64, '0');
  const inputs = [{ txId, vout: 0, amount: amount - fee + 1_000n, branch: 0, index: 3 }] as const;
  return { family: 'bitcoin', inputs, fee: 1_000n, change: 0n, changeBranch: 3, changeIndex: 1 };
}

/** Names what excludes other payments: a nonce, an output, or the transaction itself. */
export function identify({ chainId }: TicketTerms, plan: PaymentPlan, hash: string): string {
  switch (plan.family) {
    case 'evm':
      return `${chainId}:${plan.nonce}`;
    case 'bitcoin':
      return `${chainId}:${plan.inputs[0]?.txId ?? ''}`;
    default:
      return `${chainId}:${hash}`;
  }
}
