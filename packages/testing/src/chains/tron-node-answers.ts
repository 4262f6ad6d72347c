/** The answers of a TRON node about its blocks and transactions, as its HTTP interface documents them. */
import { tronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import type { ReadTransaction } from '@salar/adapters/chain-tron/tron-transaction';

/** The energy of a transfer to an address that holds the token. */
export const energyUsed = 65_000n;
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type Result = 'SUCCESS' | 'REVERT';
export type Mined = { readonly transaction: ReadTransaction; readonly result: Result; readonly fee: bigint };
export type Block = {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
  readonly mined: readonly Mined[];
};

export function hexText(text: string): string {
  return Buffer.from(text).toString('hex');
}

export function blockJson({ height, hash, parentHash, timestamp, mined }: Block): object {
  const number = height === 0 ? {} : { number: height };
  return {
    blockID: hash,
    block_header: {
      raw_data: { ...number, txTrieRoot: '0'.repeat(64), parentHash, version: 30, timestamp },
      witness_signature: '00'.repeat(65),
    },
    ...(mined.length === 0 ? {} : { transactions: mined.map(transactionJson) }),
  };
}

function transactionJson({ transaction, result }: Mined): object {
  const { txId, rawData, signatures, transfer, plan } = transaction;
  const owner_address = `41${tronAddressHex(transfer.from)}`;
  const contract =
    transfer.contract === null
      ? {
          type: 'TransferContract',
          value: {
            owner_address,
            to_address: `41${tronAddressHex(transfer.to)}`,
            amount: Number(transfer.amount),
          },
        }
      : {
          type: 'TriggerSmartContract',
          value: { owner_address, contract_address: `41${tronAddressHex(transfer.contract)}` },
        };
  return {
    ret: [{ contractRet: result }],
    signature: signatures.map((signature) => signature.toString('hex')),
    txID: txId,
    raw_data: {
      contract: [
        {
          parameter: { value: contract.value, type_url: `type.googleapis.com/protocol.${contract.type}` },
          type: contract.type,
        },
      ],
      ref_block_bytes: plan.refBlockBytes,
      ref_block_hash: plan.refBlockHash,
      expiration: plan.expiration,
      timestamp: plan.timestamp,
    },
    raw_data_hex: rawData.toString('hex'),
  };
}

export function toInfos(block: Block): readonly object[] {
  return block.mined.map((mined) => infoJson(block, mined));
}

export function infoJson(block: Block, { transaction, result, fee }: Mined): object {
  const { txId, transfer } = transaction;
  const start = { id: txId, fee: Number(fee), blockNumber: block.height, blockTimeStamp: block.timestamp };
  if (transfer.contract === null)
    return { ...start, contractResult: [''], receipt: { net_fee: Number(fee) } };
  const topic = (address: string) => tronAddressHex(address).padStart(64, '0');
  const log = {
    address: tronAddressHex(transfer.contract),
    topics: [transferTopic, topic(transfer.from), topic(transfer.to)],
    data: transfer.amount.toString(16).padStart(64, '0'),
  };
  const failed =
    result === 'SUCCESS' ? {} : { result: 'FAILED', resMessage: hexText('REVERT opcode executed') };
  return {
    ...start,
    contractResult: [''],
    contract_address: `41${tronAddressHex(transfer.contract)}`,
    receipt: { energy_usage_total: Number(energyUsed), result },
    ...failed,
    ...(result === 'SUCCESS' ? { log: [log] } : {}),
  };
}
