/** Requests on the signer's socket: bigints as decimal text; every field is validated. */
import { accountId, isId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type {
  BitcoinInput,
  BitcoinPlan,
  EvmPlan,
  MoveRequest,
  PaymentPlan,
  SignRequest,
  TronPlan,
  TicketTerms,
} from '@salar/services';
import { isRecord } from '../chain-evm/json-rpc.ts';

const decimal = /^\d{1,40}$/;
const txIdGrammar = /^[0-9a-f]{64}$/;
/** 4 bytes in a transaction; the last value means none. */
const voutMax = 2 ** 32 - 2;

/** The `JSON.stringify` replacer for requests: writes bigints as text. */
export function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readSignRequest(value: unknown): SignRequest | null {
  if (!isRecord(value)) return null;
  const { mac, approval } = value;
  const ticket = readTicket(value['ticket']);
  const plan = readPlan(value['plan']);
  if (ticket === null || plan === null || typeof mac !== 'string' || typeof approval !== 'string')
    return null;
  return { ticket, mac, approval, plan };
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readMoveRequest(value: unknown): MoveRequest | null {
  if (!isRecord(value)) return null;
  const { kind, chainId, amount, index, productId: product } = value;
  const plan = isRecord(value['plan']) ? readEvmPlan(value['plan']) : null;
  if (plan === null || !isId(chainId) || !isDecimal(amount)) return null;
  const shared = { chainId, amount: BigInt(amount), plan };
  if (kind === 'refill') return { kind, ...shared };
  if (!isCount(index)) return null;
  if (kind === 'gas') return { kind, ...shared, index };
  return kind === 'sweep' && isId(product) ? { kind, ...shared, index, productId: productId(product) } : null;
}

function readTicket(ticket: unknown): TicketTerms | null {
  if (!isRecord(ticket)) return null;
  const { requestCode, destination, amount, fee } = ticket;
  const ids = ['ticketId', 'userId', 'accountId', 'productId', 'providerId', 'chainId', 'createdAt'].map(
    (name) => ticket[name],
  );
  if (!ids.every(isId) || typeof requestCode !== 'string' || typeof destination !== 'string') return null;
  if (!isDecimal(amount) || !isDecimal(fee)) return null;
  const number = (name: string) => Number(ticket[name]);
  return {
    ticketId: ticketId(number('ticketId')),
    requestCode,
    userId: userId(number('userId')),
    accountId: accountId(number('accountId')),
    productId: productId(number('productId')),
    providerId: number('providerId'),
    chainId: number('chainId'),
    destination,
    amount: minor(BigInt(amount)),
    fee: minor(BigInt(fee)),
    createdAt: millis(number('createdAt')),
  };
}

function readPlan(plan: unknown): PaymentPlan | null {
  if (!isRecord(plan)) return null;
  switch (plan['family']) {
    case 'evm':
      return readEvmPlan(plan);
    case 'bitcoin':
      return readBitcoinPlan(plan);
    case 'tron':
      return readTronPlan(plan);
    default:
      return null;
  }
}

function readEvmPlan({ nonce, feeMax, feePriority }: Record<string, unknown>): EvmPlan | null {
  if (!isCount(nonce) || !isDecimal(feeMax) || !isDecimal(feePriority)) return null;
  return { family: 'evm', nonce, feeMax: BigInt(feeMax), feePriority: BigInt(feePriority) };
}

function readBitcoinPlan(plan: Record<string, unknown>): BitcoinPlan | null {
  const { fee, change, changeIndex } = plan;
  if (!isDecimal(fee) || !isDecimal(change) || !isCount(changeIndex) || !Array.isArray(plan['inputs']))
    return null;
  const inputs = plan['inputs'].map(readInput);
  if (!inputs.every((input) => input !== null)) return null;
  return { family: 'bitcoin', inputs, fee: BigInt(fee), change: BigInt(change), changeIndex };
}

function readTronPlan(plan: Record<string, unknown>): TronPlan | null {
  const { refBlockBytes, refBlockHash, timestamp, expiration, feeLimit } = plan;
  if (typeof refBlockBytes !== 'string' || typeof refBlockHash !== 'string') return null;
  if (!isCount(timestamp) || !isCount(expiration) || !isDecimal(feeLimit)) return null;
  const reference = { refBlockBytes, refBlockHash };
  return { family: 'tron', ...reference, timestamp, expiration, feeLimit: BigInt(feeLimit) };
}

function readInput(input: unknown): BitcoinInput | null {
  if (!isRecord(input)) return null;
  const { txId, vout, amount, branch, index } = input;
  if (typeof txId !== 'string' || !txIdGrammar.test(txId) || !isCount(vout) || vout > voutMax) return null;
  if (!isDecimal(amount) || (branch !== 0 && branch !== 1) || !isCount(index)) return null;
  return { txId, vout, amount: BigInt(amount), branch, index };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && decimal.test(value);
}
