/**
 * The encoding of commands in the journal: compact, canonical (equal commands give equal bytes), and versioned.
 *
 * A batch is: format version, engine version, number of commands, then each command as its tag and fields.
 */
import type { Command } from './commands.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { CodecError } from '../bytes/codec-error.ts';
import { layouts, findOrderLayout } from './codec-schema.ts';
import type { CommandLayout } from './codec-schema.ts';

/** The newest batch format that this version reads, and the one it writes. Each format adds tags to the one before. */
export const batchFormat = 5;
const batchFormatOldest = 1;

export type Batch = {
  /** The version of the engine that decided these commands first. */
  readonly engineVersion: number;
  readonly commands: readonly Command[];
};

const byTag: (CommandLayout | undefined)[] = [];
for (const one of Object.values(layouts)) byTag[one.tag] = one;

const header = new ByteWriter();
/**
 * Writers of finished batches, for the next ones: a new buffer costs more than encoding the commands of a small batch.
 * One batch fills while another is being committed.
 */
const spareWriters: ByteWriter[] = [];
const spareWritersMax = 2;

/** Encodes commands one by one, so that a batch is encoded while it fills. */
export class BatchEncoder {
  /** Null when the batch is finished. */
  #open: ByteWriter | null = spareWriters.pop() ?? new ByteWriter();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#writer.length;
  }

  /** @throws CodecError for a command that cannot be encoded exactly; the batch is then unchanged */
  add(command: Command): void {
    const writer = this.#writer;
    const { length } = writer;
    try {
      const layout = findLayout(command);
      writer.byte(layout.tag);
      layout.write(writer, command);
    } catch (error) {
      writer.truncate(length);
      throw error;
    }
    this.#count += 1;
  }

  /** Removes everything after `byteLength`, where the last command began. */
  removeLast(byteLength: number): void {
    this.#writer.truncate(byteLength);
    this.#count -= 1;
  }

  /** Returns the bytes of the batch. The encoder cannot be used afterwards. */
  finish(engineVersion: number): Uint8Array {
    const writer = this.#writer;
    this.#open = null;
    header.truncate(0);
    header.byte(batchFormat);
    header.integer(engineVersion);
    header.integer(this.#count);
    const bytes = new Uint8Array(header.length + writer.length);
    header.copyTo(bytes, 0);
    writer.copyTo(bytes, header.length);
    writer.truncate(0);
    if (spareWriters.length < spareWritersMax) spareWriters.push(writer);
    return bytes;
  }

  get #writer(): ByteWriter {
    if (this.#open === null) throw new Error('the batch is finished');
    return this.#open;
  }
}

export function encodeBatch({ engineVersion, commands }: Batch): Uint8Array {
  const encoder = new BatchEncoder();
  for (const command of commands) encoder.add(command);
  return encoder.finish(engineVersion);
}

/** @throws CodecError when the bytes were written by a newer version, are truncated, or are not a batch */
export function decodeBatch(bytes: Uint8Array): Batch {
  const reader = new ByteReader(bytes);
  const format = reader.byte();
  if (format > batchFormat) {
    throw new CodecError(
      `the journal was written by a newer version of Salar (batch format ${format}, this version reads up to ${batchFormat}): start that version or a newer one`,
    );
  }
  if (format < batchFormatOldest) throw new CodecError(`${format} is not a batch format`);
  const engineVersion = reader.integer();
  const count = reader.integer();
  const commands: Command[] = [];
  for (let i = 0; i < count; i += 1) {
    const tag = reader.byte();
    const layout = byTag[tag];
    if (layout === undefined) throw new CodecError(`there is no command with tag ${tag}`);
    commands.push(layout.read(reader));
  }
  if (!reader.isAtEnd) throw new CodecError('there are bytes after the last command');
  return { engineVersion, commands };
}

function findLayout(command: Command): CommandLayout {
  if (command.type === 'PlaceOrder') {
    return findOrderLayout(command);
  }
  if (command.type === 'SetInstrumentState' && command.cause !== 'none')
    return layouts.SetInstrumentStateWithCause;
  const layout: CommandLayout | undefined = layouts[command.type];
  if (layout === undefined) throw new CodecError(`there is no command named ${command.type}`);
  return layout;
}
