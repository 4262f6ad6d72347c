/** The payments of the drill, their policy, and the record of their answers. */
import { createECDH, createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { formatBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { formatTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { accountId, assert, millis, minor, ticketId, userId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { BitcoinInput, PaymentPlan, SignRequest, TicketTerms, TronReference } from '@salar/services';
import { Transaction } from '@scure/btc-signer';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { chains, policy as custodyPolicy, products } from '../custody/drill-policy.ts';

export const families = ['evm', 'bitcoin', 'tron'] as const;
export type Family = (typeof families)[number];

export const payments: Readonly<Record<Family, { chainId: number; productId: ProductId; net: bigint }>> = {
  evm: { chainId: chains.ethereum, productId: products.eth, net: 10n ** 15n },
  bitcoin: { chainId: chains.bitcoin, productId: products.btc, net: 10_000n },
  tron: { chainId: chains.tron, productId: products.usdt, net: 5_000_000n },
};

/** One payment in this many is beyond the cap of the hour. */
const beyondCapEvery = 10;
/** The life of a TRON transfer: longer than the drill, and less than the signer allows. */
const lifetimeMs = 55 * 60_000;
const evmFee = 2_000_000_000n;
const bitcoinFee = 1_000n;
/** Sun; a receiver without tokens costs less than half of it. */
const tronFeeLimit = 30_000_000n;
/** Satoshi of each output beyond its payment: for fees, and the change. */
export const bitcoinMargin = 20_000n;

/**
 * A line of the payer's record: the signed bytes that it received for a ticket, the signer's refusal, or the answer of the
 * network's node to the bytes of this hash.
 */
export type Answered = {
  readonly ticketId: number;
  readonly hash?: string;
  readonly raw?: string;
  readonly refusal?: string;
  readonly node?: string;
};

/** The outputs and the block that payments of the drill refer to. */
export type PaymentSources = {
  /** Outputs of the hot wallet, one for each payment. */
  readonly outputs: readonly BitcoinInput[];
  readonly reference: TronReference;
};

/** Returns how many of `count` payments of a family the cap of the hour has room for. */
export function computePaid(count: number): number {
  return count - Math.floor(count / beyondCapEvery);
}

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

/** Builds accepted payments, `count` of each family, each to a receiver of its own. */
export function buildRequests(
  ticketMacKey: Buffer,
  count: number,
  sources: PaymentSources,
): readonly SignRequest[] {
  return Array.from({ length: count * families.length }, (_, place) => {
    const family = families[place % families.length] ?? 'evm';
    const { chainId, productId, net } = payments[family];
    const id = ticketId(place + 1);
    const ticket: TicketTerms = {
      ticketId: id,
      requestCode: randomUUID(),
      userId: userId(1),
      accountId: accountId(1001),
      providerId: 1,
      chainId,
      productId,
      destination: computeReceiver(family, id),
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
      plan: createPlan(family, Math.floor(place / families.length), sources),
    };
  });
}

/** Splits payments: those of the EVM network beyond the cap come last, because nonces must have no gap. */
export function splitRounds(
  requests: readonly SignRequest[],
  paid: number,
): readonly (readonly SignRequest[])[] {
  const isLast = ({ plan }: SignRequest) => plan.family === 'evm' && plan.nonce >= paid;
  return [requests.filter((request) => !isLast(request)), requests.filter(isLast)];
}

/** Reads the record of a payer; a last line truncated by its end was repeated. */
export function readAnswers(path: string): readonly Answered[] {
  if (!existsSync(path)) return [];
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

/** Returns the address that the payment of a ticket goes to, and no other. */
function computeReceiver(family: Family, ticket: number): string {
  const key = createECDH('secp256k1');
  key.setPrivateKey(createHash('sha256').update(`receiver of ticket ${ticket}`).digest());
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

/** Requests another form of a payment, as an exchange does with one that waits: `steps` times the lowest fee and a half. */
export function raiseFee(request: SignRequest, steps: number): SignRequest {
  const { plan } = request;
  const factor = BigInt(2 + steps);
  switch (plan.family) {
    case 'evm':
      return { ...request, plan: { ...plan, feeMax: (plan.feeMax * factor) / 2n } };
    case 'bitcoin': {
      const fee = (plan.fee * factor) / 2n;
      return { ...request, plan: { ...plan, fee, change: plan.change + plan.fee - fee } };
    }
    default:
      return request; // a transfer is made again only after it has expired
  }
}

/** Creates the plan that an exchange has stored for a payment, by its place among those of its family. */
function createPlan(family: Family, place: number, { outputs, reference }: PaymentSources): PaymentPlan {
  switch (family) {
    case 'evm':
      return { family, nonce: place, feeMax: evmFee, feePriority: 1_000_000n };
    case 'bitcoin': {
      const input = outputs[place];
      assert(input !== undefined, 'each payment has an output');
      const change = input.amount - payments.bitcoin.net - bitcoinFee;
      return { family, inputs: [input], fee: bitcoinFee, change, changeBranch: 3, changeIndex: place };
    }
    default: {
      const { refBlockBytes, refBlockHash } = reference;
      const timestamp = Date.now() + place;
      const expiration = timestamp + lifetimeMs;
      return { family, refBlockBytes, refBlockHash, timestamp, expiration, feeLimit: tronFeeLimit };
    }
  }
}
