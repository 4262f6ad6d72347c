/** Requests on the signer's socket: bigints as decimal text; every field is read by its grammar. */
import { accountId, isId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type { SignRequest } from '@salar/services';
import { isRecord } from '../chain-evm/json-rpc.ts';

const decimal = /^\d{1,40}$/;

export function writeSignRequest(request: SignRequest): Record<string, unknown> {
  const { ticket, feeMax, feePriority, ...rest } = request;
  return {
    ...rest,
    feeMax: feeMax.toString(),
    feePriority: feePriority.toString(),
    ticket: { ...ticket, amount: ticket.amount.toString(), fee: ticket.fee.toString() },
  };
}

/** Null when anything is missing or of another kind. */
export function readSignRequest(value: unknown): SignRequest | null {
  if (!isRecord(value) || !isRecord(value['ticket'])) return null;
  const { mac, approval, nonce, feeMax, feePriority, ticket } = value;
  const { requestCode, destination, amount, fee } = ticket;
  const ids = ['ticketId', 'userId', 'accountId', 'productId', 'providerId', 'chainId', 'createdAt'].map(
    (name) => ticket[name],
  );
  const texts = [mac, approval, requestCode, destination, amount, fee, feeMax, feePriority];
  if (!ids.every(isId) || !texts.every((text) => typeof text === 'string')) return null;
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0) return null;
  if (![amount, fee, feeMax, feePriority].every((text) => decimal.test(String(text)))) return null;
  const number = (name: string) => Number(ticket[name]);
  return {
    ticket: {
      ticketId: ticketId(number('ticketId')),
      requestCode: String(requestCode),
      userId: userId(number('userId')),
      accountId: accountId(number('accountId')),
      productId: productId(number('productId')),
      providerId: number('providerId'),
      chainId: number('chainId'),
      destination: String(destination),
      amount: minor(BigInt(String(amount))),
      fee: minor(BigInt(String(fee))),
      createdAt: millis(number('createdAt')),
    },
    mac: String(mac),
    approval: String(approval),
    nonce,
    feeMax: BigInt(String(feeMax)),
    feePriority: BigInt(String(feePriority)),
  };
}
