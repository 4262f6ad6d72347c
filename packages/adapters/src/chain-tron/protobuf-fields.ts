/**
 * Reads and writes messages of Protocol Buffers field by field. A message with a field that is not named is rejected, because
 * what is ignored here may mean something to a node.
 *
 * The reader and writer are those of the library's smallest part: the rest of it compiles code and can open files.
 */
import protobuf from 'protobufjs/minimal.js';

const { Reader, Writer } = protobuf;
const wire = { number: 0, bytes: 2 } as const;

type Field = readonly [id: number, value: bigint | Uint8Array];

/** The fields of a message by their names; each call throws when the field is missing, or of another kind. */
type Message<Name extends string> = {
  has(name: Name): boolean;
  /** Returns a whole number of 64 bits. */
  number(name: Name): bigint;
  bytes(name: Name): Buffer;
  /** Returns every value of a repeated field of bytes. */
  list(name: Name): readonly Buffer[];
};

/** Writes fields in the given order. */
export function writeMessage(fields: readonly Field[]): Buffer {
  const writer = Writer.create();
  for (const [id, value] of fields)
    if (typeof value === 'bigint') writer.uint32((id << 3) | wire.number).int64(value.toString());
    else writer.uint32((id << 3) | wire.bytes).bytes(value);
  return Buffer.from(writer.finish());
}

/** @throws when the bytes are not such a message, or have a field that `ids` does not name */
export function readMessage<Name extends string>(
  bytes: Uint8Array,
  ids: Readonly<Record<Name, number>>,
): Message<Name> {
  const fields = readFields(bytes);
  const known = new Set<number>(Object.values(ids));
  for (const id of fields.keys())
    if (!known.has(id)) throw new Error(`the message has a field ${id} that is not expected`);
  const one = (name: Name) => {
    const [value, ...others] = fields.get(ids[name]) ?? [];
    if (value === undefined || others.length > 0) throw new Error(`the message has no single ${name}`);
    return value;
  };
  return {
    has: (name) => fields.has(ids[name]),
    number(name) {
      const value = one(name);
      if (typeof value !== 'bigint') throw new Error(`${name} is not a number`);
      return value;
    },
    bytes: (name) => toBytes(one(name), name),
    list: (name) => (fields.get(ids[name]) ?? []).map((value) => toBytes(value, name)),
  };
}

function toBytes(value: bigint | Buffer, name: string): Buffer {
  if (typeof value === 'bigint') throw new Error(`${name} is not bytes`);
  return value;
}

function readFields(bytes: Uint8Array): ReadonlyMap<number, readonly (bigint | Buffer)[]> {
  const reader = Reader.create(bytes);
  const fields = new Map<number, (bigint | Buffer)[]>();
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const values = fields.get(tag >>> 3) ?? [];
    values.push(readValue(reader, tag & 7));
    fields.set(tag >>> 3, values);
  }
  return fields;
}

function readValue(reader: protobuf.Reader, type: number): bigint | Buffer {
  if (type === wire.number) {
    const { high, low } = reader.int64();
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }
  if (type === wire.bytes) return Buffer.from(reader.bytes());
  throw new Error(`the message has a field of wire type ${type}`);
}
