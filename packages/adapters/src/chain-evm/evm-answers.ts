/** The answers of an EVM node: quantities, hashes and addresses are hex. */
import { getAddress } from 'viem';
import { z } from 'zod';
import { anything, listSchema, recordSchema, textSchema } from '../node-answers/read-answer.ts';

const addressGrammar = /^0x[0-9a-f]{40}$/i;

/** A number of at most 256 bits. */
export const quantitySchema = textSchema(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i, 'a quantity').transform(BigInt);

/** A height, nonce or count. */
export const numberSchema = quantitySchema.transform(Number).refine(Number.isSafeInteger, 'a number');

/** 32 bytes, lower case. */
export const hashSchema = textSchema(/^0x[0-9a-f]{64}$/i, 'a hash').toLowerCase();

/** With its checksum. */
export const addressSchema = textSchema(addressGrammar, 'an address').transform((text) => getAddress(text));

/** The address in the last 20 bytes of a topic. */
export const topicAddressSchema = hashSchema.transform((topic) => getAddress(`0x${topic.slice(26)}`));

export const dataSchema = textSchema(/^0x(?:[0-9a-f]{2})*$/i, 'data').toLowerCase();

/** A log; what it means depends on its contract. */
export const logSchema = recordSchema({
  address: addressSchema,
  topics: z.array(z.unknown(), 'a list of topics'),
  data: anything,
  logIndex: anything,
  blockHash: anything,
});

export const logsSchema = listSchema(logSchema);

/** A receipt, with the fields from which its transfers are counted. */
export const receiptSchema = recordSchema({
  transactionHash: hashSchema,
  blockHash: hashSchema,
  status: quantitySchema,
  gasUsed: quantitySchema,
  logs: logsSchema,
});

export const receiptsSchema = listSchema(receiptSchema);

/** A receipt with the cost of its transaction. */
export const paidReceiptSchema = receiptSchema.extend({
  blockNumber: numberSchema,
  effectiveGasPrice: quantitySchema,
  /** The fee of the layer below, on layer-2 networks. */
  l1Fee: quantitySchema.optional(),
});

/** A transaction; `to` is null when it creates a contract. */
export const transactionSchema = recordSchema({
  hash: hashSchema,
  from: anything,
  to: anything,
  value: anything,
});

export const blockSchema = recordSchema({
  number: numberSchema,
  hash: hashSchema,
  parentHash: hashSchema,
  transactions: listSchema(transactionSchema),
});

export const baseFeeSchema = recordSchema({ baseFeePerGas: quantitySchema });

/** One call of the call tracer. The calls inside it are read when they count, so that depth costs no stack. */
export const frameSchema = recordSchema({
  type: anything,
  from: anything,
  to: anything,
  value: anything,
  error: anything,
  calls: listSchema(z.unknown()).optional(),
});

/** The outermost call; a frame of another tracer has no sender. */
export const outermostSchema = frameSchema.extend({ from: addressSchema });

/** The answer of `debug_traceBlockByNumber`. */
export const blockTracesSchema = listSchema(recordSchema({ txHash: hashSchema, result: anything }));

/** The answer of `trace_block` and `trace_transaction`. */
export const parityTracesSchema = listSchema(
  recordSchema({
    type: anything,
    transactionHash: anything,
    traceAddress: anything,
    action: anything,
    result: anything,
    error: anything,
  }),
);

export const paritySchemas = {
  path: z.array(z.number().or(numberSchema), 'the position of a call'),
  action: recordSchema({ callType: anything, from: anything, to: anything, value: anything }),
  created: recordSchema({ address: anything }),
};
