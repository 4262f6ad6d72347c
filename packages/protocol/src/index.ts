/** Shared types of Salar: ids, money, commands, outcomes and events, and the wire's schemas (under `./wire`). */
export { ByteReader } from './bytes/byte-reader.ts';
export { ByteWriter } from './bytes/byte-writer.ts';
export { CodecError } from './bytes/codec-error.ts';
export * from './ids.ts';
export * from './result.ts';
export * from './money/amount.ts';
export * from './records/accounts.ts';
export * from './records/commands.ts';
export * from './records/order-commands.ts';
export * from './records/outcomes.ts';
export * from './records/events.ts';
export * from './records/codec.ts';
export * from './security-actions.ts';
