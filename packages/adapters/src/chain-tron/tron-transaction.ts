/**
 * The bytes of a TRON transfer, built and parsed here: a transaction built by a node is never signed.
 *
 * Field numbers are those of the protocol's `Tron.proto` and its contracts; only the fields of a transfer are
 * defined, and a transaction with anything else is rejected.
 */
import { createHash } from 'node:crypto';
import type { TronPlan } from '@salar/services';
import protobuf from 'protobufjs';
import { tronAddressBytes, tronAddressHex, parseTronAddressHex } from './tron-addresses.ts';

const { Root } = protobuf;
const field = (id: number, type: string) => ({ id, type });
const messages = Root.fromJSON({
  nested: {
    Any: { fields: { type_url: field(1, 'string'), value: field(2, 'bytes') } },
    Contract: { fields: { type: field(1, 'int32'), parameter: field(2, 'Any') } },
    Raw: {
      fields: {
        ref_block_bytes: field(1, 'bytes'),
        ref_block_hash: field(4, 'bytes'),
        expiration: field(8, 'int64'),
        contract: { ...field(11, 'Contract'), rule: 'repeated' },
        timestamp: field(14, 'int64'),
        fee_limit: field(18, 'int64'),
      },
    },
    Transaction: {
      fields: { raw_data: field(1, 'Raw'), signature: { ...field(2, 'bytes'), rule: 'repeated' } },
    },
    TransferContract: {
      fields: { owner_address: field(1, 'bytes'), to_address: field(2, 'bytes'), amount: field(3, 'int64') },
    },
    TriggerSmartContract: {
      fields: {
        owner_address: field(1, 'bytes'),
        contract_address: field(2, 'bytes'),
        data: field(4, 'bytes'),
      },
    },
  },
});
const rawType = messages.lookupType('Raw');
const transactionType = messages.lookupType('Transaction');
const contractTypes = {
  TransferContract: { number: 1, type: messages.lookupType('TransferContract') },
  TriggerSmartContract: { number: 31, type: messages.lookupType('TriggerSmartContract') },
} as const;
type ContractName = keyof typeof contractTypes;

/** First four bytes of the hash of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';

export type TronTransfer = {
  readonly from: string;
  readonly to: string;
  /** Null is the network's own coin. */
  readonly contract: string | null;
  readonly amount: bigint;
};

/** Encodes the unsigned bytes of a transfer under a plan. */
export function encodeTransfer(transfer: TronTransfer, plan: Omit<TronPlan, 'family'>): Buffer {
  const { name, value } = buildContract(transfer);
  const { number, type } = contractTypes[name];
  const contract = {
    type: number,
    parameter: { type_url: `type.googleapis.com/protocol.${name}`, value: type.encode(value).finish() },
  };
  return Buffer.from(
    rawType
      .encode({
        ref_block_bytes: Buffer.from(plan.refBlockBytes, 'hex'),
        ref_block_hash: Buffer.from(plan.refBlockHash, 'hex'),
        expiration: plan.expiration,
        contract: [contract],
        timestamp: plan.timestamp,
        // Transfers of the coin run no code and burn no energy.
        ...(transfer.contract === null ? {} : { fee_limit: Number(plan.feeLimit) }),
      })
      .finish(),
  );
}

export type ReadTransaction = {
  readonly txId: string;
  readonly rawData: Buffer;
  readonly signatures: readonly Buffer[];
  readonly transfer: TronTransfer;
  readonly plan: Omit<TronPlan, 'family'>;
};

/**
 * Parses a whole transaction from hex.
 * @throws when it is not a transfer, or contains anything more
 */
export function readTransaction(hex: string): ReadTransaction {
  const message = transactionType.toObject(transactionType.decode(Buffer.from(hex, 'hex')), {
    longs: String,
  }) as {
    raw_data: Record<string, unknown>;
    signature?: Buffer[];
  };
  const raw = message.raw_data as {
    ref_block_bytes: Buffer;
    ref_block_hash: Buffer;
    expiration: string;
    timestamp: string;
    fee_limit?: string;
    contract: { type: number; parameter: { type_url: string; value: Buffer } }[];
  };
  const plan = {
    refBlockBytes: Buffer.from(raw.ref_block_bytes).toString('hex'),
    refBlockHash: Buffer.from(raw.ref_block_hash).toString('hex'),
    expiration: Number(raw.expiration),
    timestamp: Number(raw.timestamp),
    feeLimit: BigInt(raw.fee_limit ?? '0'),
  };
  const transfer = readTransfer(raw.contract);
  const rawData = encodeTransfer(transfer, plan);
  const signatures = (message.signature ?? []).map((signature) => Buffer.from(signature));
  // Encoded again it must be identical: then nothing in it was ignored.
  if (!encodeTransaction(rawData, signatures).equals(Buffer.from(hex, 'hex')))
    throw new Error('the transaction says more than a transfer does');
  return { txId: computeTxId(rawData), rawData, signatures, transfer, plan };
}

/** Encodes the signed transaction for the broadcast. */
export function encodeTransaction(rawData: Buffer, signatures: readonly Buffer[]): Buffer {
  const raw = rawType.decode(rawData);
  return Buffer.from(transactionType.encode({ raw_data: raw, signature: [...signatures] }).finish());
}

/** Computes the transaction's id. */
export function computeTxId(rawData: Buffer): string {
  return createHash('sha256').update(rawData).digest('hex');
}

function buildContract({ from, to, contract, amount }: TronTransfer): { name: ContractName; value: object } {
  const owner_address = tronAddressBytes(from);
  if (contract === null)
    return {
      name: 'TransferContract',
      value: { owner_address, to_address: tronAddressBytes(to), amount: safeNumber(amount) },
    };
  const data = Buffer.from(
    transferSelector + tronAddressHex(to).padStart(64, '0') + amount.toString(16).padStart(64, '0'),
    'hex',
  );
  return {
    name: 'TriggerSmartContract',
    value: { owner_address, contract_address: tronAddressBytes(contract), data },
  };
}

function readTransfer(
  contracts: readonly { type: number; parameter: { type_url: string; value: Buffer } }[],
): TronTransfer {
  const [contract, ...others] = contracts;
  if (contract === undefined || others.length > 0) throw new Error('a transfer has one contract');
  const address = (bytes: Buffer) => parseTronAddressHex(Buffer.from(bytes).toString('hex'));
  if (contract.type === contractTypes.TransferContract.number) {
    const { type } = contractTypes.TransferContract;
    const value = type.toObject(type.decode(contract.parameter.value), { longs: String }) as {
      owner_address: Buffer;
      to_address: Buffer;
      amount: string;
    };
    return {
      from: address(value.owner_address),
      to: address(value.to_address),
      contract: null,
      amount: BigInt(value.amount),
    };
  }
  if (contract.type !== contractTypes.TriggerSmartContract.number) throw new Error('this is not a transfer');
  const { type } = contractTypes.TriggerSmartContract;
  const value = type.toObject(type.decode(contract.parameter.value)) as {
    owner_address: Buffer;
    contract_address: Buffer;
    data: Buffer;
  };
  const data = Buffer.from(value.data).toString('hex');
  if (data.length !== 136 || !data.startsWith(transferSelector)) throw new Error('this is not a transfer');
  return {
    from: address(value.owner_address),
    to: parseTronAddressHex(data.slice(32, 72)),
    contract: address(value.contract_address),
    amount: BigInt(`0x${data.slice(72)}`),
  };
}

/** Sun fit a safe number as long as fewer than nine billion coins are moved at once. */
function safeNumber(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new Error('more sun than one of our transactions may move');
  return number;
}
