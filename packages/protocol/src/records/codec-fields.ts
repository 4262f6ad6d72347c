/** The encodings of the values inside commands. The journal keeps these bytes forever. */
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { CodecError } from '../bytes/codec-error.ts';

/** How a value is written and read. */
export type Field<T> = {
  readonly write: (writer: ByteWriter, value: T) => void;
  readonly read: (reader: ByteReader) => T;
};

/** A whole number. */
export const id = <T extends number>(): Field<T> => ({
  write: (writer, value) => writer.integer(value),
  read: (reader) => reader.integer() as T,
});
/** A whole number of any size. */
export const amount = <T extends bigint>(): Field<T> => ({
  write: (writer, value) => writer.bigint(value),
  read: (reader) => reader.bigint() as T,
});
/** Text. */
export const text: Field<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
};
/** A flag: one byte, 0 or 1. */
export const flag: Field<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read: (reader) => {
    const byte = reader.byte();
    if (byte > 1) throw new CodecError(`${byte} is not a flag`);
    return byte === 1;
  },
};
/** One of the given names: a byte with its index. */
export const enumValue = <const W extends readonly string[]>(...names: W): Field<W[number]> => ({
  write: (writer, value) => {
    const index = names.indexOf(value);
    if (index < 0) throw new CodecError(`${value} is not one of ${names.join(', ')}`);
    writer.byte(index);
  },
  read: (reader) => {
    const index = reader.byte();
    const found = names[index];
    if (found === undefined) throw new CodecError(`${index} is not an index of ${names.join(', ')}`);
    return found;
  },
});
/** A value or null, after a flag. */
export const optional = <T>(field: Field<T>): Field<T | null> => ({
  write: (writer, value) => {
    flag.write(writer, value !== null);
    if (value !== null) field.write(writer, value);
  },
  read: (reader) => (flag.read(reader) ? field.read(reader) : null),
});

/** A value with fields of its own. */
export const record = <T extends object>(fields: { readonly [K in keyof T]: Field<T[K]> }): Field<T> => {
  const names = Object.keys(fields) as (keyof T)[];
  return {
    write: (writer, value) => {
      for (const name of names) fields[name].write(writer, value[name]);
    },
    read: (reader) => {
      const value: Partial<T> = {};
      for (const name of names) value[name] = fields[name].read(reader);
      return value as T;
    },
  };
};
const listMax = 1000;

/** A list: its length, then its values. */
export const list = <T>(field: Field<T>): Field<readonly T[]> => ({
  write: (writer, values) => {
    if (values.length > listMax) throw new CodecError(`a list has at most ${listMax} items`);
    writer.integer(values.length);
    for (const value of values) field.write(writer, value);
  },
  read: (reader) => {
    const length = reader.integer();
    if (length > listMax) throw new CodecError(`a list has at most ${listMax} items`);
    return Array.from({ length }, () => field.read(reader));
  },
});
