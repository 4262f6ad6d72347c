/** The payments of the drill, their policy, and the proof that no ticket was paid twice. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accountId, assert, millis, minor, ticketId, userId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { SignRequest, TicketTerms } from '@salar/services';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { Transaction } from '@scure/btc-signer';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { loot as receivers } from '../custody/attacker.ts';
import { chains, policy as custodyPolicy, products } from '../custody/drill-policy.ts';
import { createPlan } from '../plans.ts';

export const families = ['evm', 'bitcoin', 'tron'] as const;
export type Family = (typeof families)[number];

const payments: Readonly<Record<Family, { chainId: number; productId: ProductId; net: bigint }>> = {
  evm: { chainId: chains.ethereum, productId: products.eth, net: 10n ** 15n },
  bitcoin: { chainId: chains.bitcoin, productId: products.btc, net: 10_000n },
  tron: { chainId: chains.tron, productId: products.usdt, net: 5_000_000n },
};

/** An answer that the payer received for a ticket: signed bytes, or the signer's refusal. */
export type Answered = { readonly ticketId: number; readonly raw?: string; readonly refusal?: string };

/** Returns a policy whose hour has room for `paid` payments of each family; fees are not limited. */
export function buildPolicy(paid: number): SignerPolicy {
  const most = 10n ** 30n;
  return {
    networks: custodyPolicy.networks.map((network) => ({
      ...network,
      paymentFees: { perHour: most, perDay: most },
    })),
    caps: families.map((family) => {
      const { chainId, productId, net } = payments[family];
      const perHour = minor(net * BigInt(paid));
      return { chainId, productId, perTransaction: minor(net), perHour, perDay: perHour };
    }),
    approvals: null,
    passkeys: null,
  };
}

/** Builds accepted payments, `count` of each family, with the plans that an exchange has stored for them. */
export function buildRequests(ticketMacKey: Buffer, count: number): readonly SignRequest[] {
  return Array.from({ length: count * families.length }, (_, place) => {
    const family = families[place % families.length] ?? 'evm';
    const { chainId, productId, net } = payments[family];
    const ticket: TicketTerms = {
      ticketId: ticketId(place + 1),
      requestCode: randomUUID(),
      userId: userId(1),
      accountId: accountId(1001),
      providerId: 1,
      chainId,
      productId,
      destination: receivers[chainId] ?? '',
      amount: minor(net + 1n),
      fee: minor(1n),
      createdAt: millis(Date.now()),
    };
    const mac = computeTicketMac(ticketMacKey, ticket);
    return {
      ticket,
      mac: mac.toString('hex'),
      approval: computeApproval(ticketMacKey, mac).toString('hex'),
      approvals: [],
      plan: createPlan(ticket, place + 1),
    };
  });
}

/** Reads the answers that the payer recorded; a last line truncated by its end was repeated. */
export function readAnswers(path: string): readonly Answered[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Answered];
    } catch {
      return [];
    }
  });
}

export function findFamily(ticket: number): Family {
  return families[(ticket - 1) % families.length] ?? 'evm';
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
