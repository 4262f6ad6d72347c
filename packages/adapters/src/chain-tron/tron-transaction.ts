/**
 * The bytes of a TRON transfer, built and parsed here: a transaction built by a node is never signed.
 *
 * Field numbers are those of the protocol's `Tron.proto` and its contracts; only the fields of a transfer are
 * defined, and a transaction with anything else is rejected.
 */
import { createHash } from 'node:crypto';
import type { TronPlan } from '@salar/services';
import { readMessage, writeMessage } from './protobuf-fields.ts';
import { tronAddressBytes, tronAddressHex, parseTronAddressHex } from './tron-addresses.ts';

const transactionFields = { rawData: 1, signature: 2 } as const;
const rawFields = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
const contractFields = { type: 1, parameter: 2, permissionId: 5 } as const;
const parameterFields = { typeUrl: 1, value: 2 } as const;
const coinFields = { owner: 1, to: 2, amount: 3 } as const;
const callFields = { owner: 1, contract: 2, data: 4 } as const;
const contractTypes = { TransferContract: 1n, TriggerSmartContract: 31n } as const;
type ContractName = keyof typeof contractTypes;

/** Sun of one transfer: they fit a safe number as long as fewer than nine billion coins are moved at once. */
export const coinAmountMax = BigInt(Number.MAX_SAFE_INTEGER);

/** First four bytes of the hash of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';

export type TronTransfer = {
  readonly from: string;
  readonly to: string;
  /** Null is the network's own coin. */
  readonly contract: string | null;
  readonly amount: bigint;
};

/** The terms of a transaction beside what it transfers. */
export type TronTerms = Omit<TronPlan, 'family'> & {
  /** The permission of the sender's account whose keys sign; 0, when it is missing, is that of the owner. */
  readonly permissionId?: number;
};

/** Encodes the unsigned bytes of a transfer under a plan. */
export function encodeTransfer(transfer: TronTransfer, terms: TronTerms): Buffer {
  const { name, value } = encodeContract(transfer);
  const { permissionId = 0 } = terms;
  const contract = writeMessage([
    [contractFields.type, contractTypes[name]],
    [
      contractFields.parameter,
      writeMessage([
        [parameterFields.typeUrl, Buffer.from(toTypeUrl(name))],
        [parameterFields.value, value],
      ]),
    ],
    ...(permissionId === 0 ? [] : [[contractFields.permissionId, BigInt(permissionId)] as const]),
  ]);
  return writeMessage([
    [rawFields.refBlockBytes, Buffer.from(terms.refBlockBytes, 'hex')],
    [rawFields.refBlockHash, Buffer.from(terms.refBlockHash, 'hex')],
    [rawFields.expiration, BigInt(terms.expiration)],
    [rawFields.contract, contract],
    [rawFields.timestamp, BigInt(terms.timestamp)],
    // Transfers of the coin run no code and burn no energy.
    ...(transfer.contract === null ? [] : [[rawFields.feeLimit, terms.feeLimit] as const]),
  ]);
}

export type ReadRawData = {
  readonly txId: string;
  readonly rawData: Buffer;
  readonly transfer: TronTransfer;
  readonly plan: Omit<TronPlan, 'family'>;
  readonly permissionId: number;
};
export type ReadTransaction = ReadRawData & { readonly signatures: readonly Buffer[] };

/**
 * Parses the unsigned bytes of a transaction.
 * @throws when it is not a transfer, or contains anything more
 */
export function readRawData(rawData: Buffer): ReadRawData {
  const raw = readMessage(rawData, rawFields);
  const plan = {
    refBlockBytes: raw.bytes('refBlockBytes').toString('hex'),
    refBlockHash: raw.bytes('refBlockHash').toString('hex'),
    expiration: Number(raw.number('expiration')),
    timestamp: Number(raw.number('timestamp')),
    feeLimit: raw.has('feeLimit') ? raw.number('feeLimit') : 0n,
  };
  const contracts = raw.list('contract');
  const [contract] = contracts;
  if (contract === undefined || contracts.length > 1) throw new Error('a transfer has one contract');
  const { transfer, permissionId } = readContract(contract);
  // Encoded again it must be identical: then nothing in it was ignored.
  if (!encodeTransfer(transfer, { ...plan, permissionId }).equals(rawData))
    throw new Error('the transaction says more than a transfer does');
  return { txId: computeTxId(rawData), rawData, transfer, plan, permissionId };
}

/**
 * Parses a whole transaction from hex.
 * @throws when it is not a transfer, or contains anything more
 */
export function readTransaction(hex: string): ReadTransaction {
  const bytes = Buffer.from(hex, 'hex');
  const message = readMessage(bytes, transactionFields);
  const read = readRawData(message.bytes('rawData'));
  const signatures = message.list('signature');
  if (!encodeTransaction(read.rawData, signatures).equals(bytes))
    throw new Error('the transaction says more than a transfer does');
  return { ...read, signatures };
}

/** Encodes the signed transaction for the broadcast. */
export function encodeTransaction(rawData: Buffer, signatures: readonly Buffer[]): Buffer {
  return writeMessage([
    [transactionFields.rawData, rawData],
    ...signatures.map((signature) => [transactionFields.signature, signature] as const),
  ]);
}

/** Computes the transaction's id. */
export function computeTxId(rawData: Buffer): string {
  return createHash('sha256').update(rawData).digest('hex');
}

function encodeContract({ from, to, contract, amount }: TronTransfer): { name: ContractName; value: Buffer } {
  if (contract === null) {
    if (amount > coinAmountMax) throw new Error('more sun than one of our transactions may move');
    return {
      name: 'TransferContract',
      value: writeMessage([
        [coinFields.owner, tronAddressBytes(from)],
        [coinFields.to, tronAddressBytes(to)],
        [coinFields.amount, amount],
      ]),
    };
  }
  const data = Buffer.from(
    transferSelector + tronAddressHex(to).padStart(64, '0') + amount.toString(16).padStart(64, '0'),
    'hex',
  );
  return {
    name: 'TriggerSmartContract',
    value: writeMessage([
      [callFields.owner, tronAddressBytes(from)],
      [callFields.contract, tronAddressBytes(contract)],
      [callFields.data, data],
    ]),
  };
}

function readContract(bytes: Buffer): Pick<ReadRawData, 'transfer' | 'permissionId'> {
  const contract = readMessage(bytes, contractFields);
  const parameter = readMessage(contract.bytes('parameter'), parameterFields).bytes('value');
  const permissionId = contract.has('permissionId') ? Number(contract.number('permissionId')) : 0;
  const type = contract.number('type');
  if (type === contractTypes.TransferContract) return { transfer: readCoinTransfer(parameter), permissionId };
  if (type !== contractTypes.TriggerSmartContract) throw new Error('this is not a transfer');
  return { transfer: readTokenTransfer(parameter), permissionId };
}

function readCoinTransfer(bytes: Buffer): TronTransfer {
  const value = readMessage(bytes, coinFields);
  return {
    from: parseAddress(value.bytes('owner')),
    to: parseAddress(value.bytes('to')),
    contract: null,
    amount: value.number('amount'),
  };
}

function readTokenTransfer(bytes: Buffer): TronTransfer {
  const value = readMessage(bytes, callFields);
  const data = value.bytes('data').toString('hex');
  if (data.length !== 136 || !data.startsWith(transferSelector)) throw new Error('this is not a transfer');
  return {
    from: parseAddress(value.bytes('owner')),
    to: parseTronAddressHex(data.slice(32, 72)),
    contract: parseAddress(value.bytes('contract')),
    amount: BigInt(`0x${data.slice(72)}`),
  };
}

function parseAddress(bytes: Buffer): string {
  return parseTronAddressHex(bytes.toString('hex'));
}

function toTypeUrl(name: ContractName): string {
  return `type.googleapis.com/protocol.${name}`;
}
