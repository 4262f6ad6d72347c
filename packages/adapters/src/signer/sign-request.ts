/** Requests on the signer's socket: bigints as decimal text; every field is read by its grammar. */
import { accountId, isId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type { EvmPlan, PaymentPlan, SignRequest, TicketFacts } from '@salar/services';
import { isRecord } from '../chain-evm/json-rpc.ts';

const decimal = /^\d{1,40}$/;

/** What `JSON.stringify` needs to write a request: bigints as text. */
export function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Null when anything is missing or of another kind. */
export function readSignRequest(value: unknown): SignRequest | null {
  if (!isRecord(value)) return null;
  const { mac, approval } = value;
  const ticket = readTicket(value['ticket']);
  const plan = readPlan(value['plan']);
  if (ticket === null || plan === null || typeof mac !== 'string' || typeof approval !== 'string')
    return null;
  return { ticket, mac, approval, plan };
}

function readTicket(ticket: unknown): TicketFacts | null {
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
  return plan['family'] === 'evm' ? readEvmPlan(plan) : null;
}

function readEvmPlan({ nonce, feeMax, feePriority }: Record<string, unknown>): EvmPlan | null {
  if (!isCount(nonce) || !isDecimal(feeMax) || !isDecimal(feePriority)) return null;
  return { family: 'evm', nonce, feeMax: BigInt(feeMax), feePriority: BigInt(feePriority) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && decimal.test(value);
}
