/**
 * The answers of a TRON node, with numbers as text and addresses as hex. A node omits zeros and empty lists.
 */
import { z } from 'zod';
import { anything, listSchema, recordSchema, textSchema } from '../node-answers/read-answer.ts';
import { parseTronAddressHex } from './tron-addresses.ts';

/** 32 bytes, lower case. */
export const hashSchema = textSchema(/^[0-9a-f]{64}$/, 'a hash');

/** A whole number; zero when the node omits it. */
export const amountSchema = textSchema(/^(?:0|[1-9]\d{0,18})$/, 'a whole number')
  .optional()
  .transform((text) => BigInt(text ?? 0));

const countSchema = amountSchema.transform(Number).refine(Number.isSafeInteger, 'a number');

/** An address of 21 bytes, canonical. */
const addressSchema = textSchema(/^41[0-9a-f]{40}$/, 'an address').transform(parseTronAddressHex);

/** The address of a log, which has no leading byte. */
const logAddressSchema = textSchema(/^(?:41)?[0-9a-f]{40}$/, 'an address of a log').transform(
  parseTronAddressHex,
);

/** The address in the last 20 bytes of a topic. */
const topicAddressSchema = textSchema(/^[0-9a-f]{64}$/, 'a topic').transform((topic) =>
  parseTronAddressHex(topic.slice(24)),
);

/** A number of 256 bits without a prefix. */
export const wordSchema = textSchema(/^[0-9a-f]{64}$/, 'an amount of a log').transform((word) =>
  BigInt(`0x${word}`),
);

/** Empty when the node omits it. */
function optionalList<T extends z.ZodType>(item: T) {
  return listSchema(item)
    .optional()
    .transform((list): readonly z.output<T>[] => list ?? []);
}

/** A record of which nothing is known; without fields it is the answer about something that does not exist. */
export const anyRecordSchema = z.looseObject({}, 'a record');

export const genesisSchema = recordSchema({ blockID: hashSchema });

export const headerSchema = recordSchema({
  blockID: hashSchema,
  block_header: recordSchema({
    raw_data: recordSchema({ number: countSchema, parentHash: hashSchema, timestamp: countSchema }),
  }),
});

const resultSchema = z.string('a result').optional();

/** A transaction of a block. */
export const transactionSchema = recordSchema({
  txID: hashSchema,
  ret: optionalList(recordSchema({ contractRet: resultSchema })),
  raw_data: recordSchema({ contract: optionalList(recordSchema({ type: anything, parameter: anything })) }),
});

export const transactionsSchema = recordSchema({ transactions: optionalList(transactionSchema) });

/** The parameter of a contract that transfers coins. */
export const coinTransferSchema = recordSchema({
  value: recordSchema({ amount: amountSchema, owner_address: addressSchema, to_address: addressSchema }),
});

/** The parameter of any contract. */
export const contractSchema = recordSchema({ value: recordSchema({ owner_address: addressSchema }) });

/** The result of a transaction. */
export const infoSchema = recordSchema({
  id: hashSchema,
  blockNumber: countSchema,
  fee: amountSchema,
  result: resultSchema,
  receipt: recordSchema({ result: resultSchema }).nullish(),
  log: optionalList(recordSchema({ address: logAddressSchema, topics: anything, data: anything })),
});

export const infosSchema = optionalList(infoSchema);

export const topicsSchema = z.array(z.unknown(), 'a list of topics');

/** The source and the target of a `Transfer` event, after its first topic. */
export const transferTopicsSchema = z.tuple([z.unknown(), topicAddressSchema, topicAddressSchema]);

export const accountSchema = recordSchema({ balance: amountSchema });

const permissionSchema = recordSchema({
  id: countSchema,
  threshold: countSchema,
  keys: optionalList(recordSchema({ address: addressSchema, weight: countSchema })),
});

/** An account that nothing was ever sent to has neither. */
export const permissionsSchema = recordSchema({
  owner_permission: permissionSchema.optional(),
  active_permission: optionalList(permissionSchema),
});

/** The answer of `triggerconstantcontract`. */
export const triggerSchema = recordSchema({ energy_used: amountSchema, constant_result: anything });

/** How the execution of `triggerconstantcontract` went: a code where nothing was executed, a message where it failed. */
export const executionSchema = recordSchema({
  result: recordSchema({ code: z.string().optional(), message: anything }),
});

export const constantResultSchema = z.tuple([wordSchema]).rest(z.unknown());

export const parametersSchema = recordSchema({
  chainParameter: optionalList(recordSchema({ key: anything, value: anything })),
});

/** The answer of `broadcasthex`. */
export const broadcastSchema = recordSchema({ result: anything, code: anything, message: anything });

export const broadcastCodeSchema = z.string('a code of the answer to a transaction');
