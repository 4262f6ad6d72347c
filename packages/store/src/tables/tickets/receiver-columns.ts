/**
 * How a row stores whom it pays. The address of a network is public, and a text. A bank account is sealed for its row, beside a
 * keyed hash by which the rows of the same customer with the same account are found. MACs are over the texts themselves.
 *
 * Rows of a version that did not seal are texts until the first start of this one has sealed them.
 */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { findRailTemplate, railTemplates } from '@salar/protocol/bank-rails';
import type { UserId } from '@salar/protocol';
import type { ColumnSeals } from '../../column-seals.ts';
import { matchAny } from '../query.ts';

/** The templates of bank accounts. */
export const bankTemplates: readonly string[] = Object.values(railTemplates).map(({ name }) => name);

/** The text of a receiver that does not open: as a form it is empty, and no MAC is right for it. */
export const unreadable = '{}';

type SealedRow = {
  readonly table: 'destination' | 'withdrawal';
  readonly id: number | string;
  readonly userId: UserId;
  readonly templateType: string;
};

/** The columns of a sealed receiver; null where it is a text. */
type SealedColumns = { readonly sealed_receiver: Buffer | null; readonly receiver_key: Buffer | null };

/** Returns true when the receiver of a template is a bank account. */
export function isBankTemplate(templateType: string): boolean {
  return findRailTemplate(templateType) !== null;
}

/**
 * Seals the texts of a bank account; those of an address stay as they are.
 *
 * @param texts  the receiver, and the other text of the row that has it
 */
export function sealReceiver(
  seals: ColumnSeals,
  row: SealedRow,
  texts: readonly [receiver: string, other: string],
): { readonly texts: readonly [string, string] | readonly [null, null]; readonly columns: SealedColumns } {
  if (!isBankTemplate(row.templateType))
    return { texts, columns: { sealed_receiver: null, receiver_key: null } };
  const [receiver] = texts;
  const [key] = seals.hashes(receiver, toKeyLocation(row.userId));
  const sealed = seals.seal(texts, toLocation(row));
  return { texts: [null, null], columns: { sealed_receiver: sealed, receiver_key: key } };
}

/** Returns the receiver and the other text of a row. A changed keyed hash makes a receiver unreadable, as a changed seal does. */
export function openReceiver(
  seals: ColumnSeals,
  row: SealedRow,
  stored: {
    readonly texts: readonly [string | null, string | null];
    readonly sealed: Buffer | null;
    readonly key: Buffer | null;
  },
): readonly [receiver: string, other: string] {
  const { sealed, key } = stored;
  const [receiver, other] = sealed === null ? stored.texts : (seals.open(sealed, toLocation(row)) ?? []);
  if (receiver == null || other == null) return [unreadable, unreadable];
  if (sealed === null) return [receiver, other];
  const isFound = seals
    .hashes(receiver, toKeyLocation(row.userId))
    .some((hash) => key?.equals(hash) === true);
  return isFound ? [receiver, other] : [unreadable, unreadable];
}

/** Builds the condition that a row has a receiver, sealed or not. */
export function hasReceiver(
  seals: ColumnSeals,
  column: 'destination' | 'identifier',
  { userId, receiver }: { readonly userId: UserId; readonly receiver: string },
): RawBuilder<boolean> {
  const keys = seals.hashes(receiver, toKeyLocation(userId));
  return sql<boolean>`(${sql.ref(column)} = ${receiver} or receiver_key = ${matchAny(keys)})`;
}

function toLocation({ table, id }: SealedRow): string {
  return `${table}/receiver/${id}`;
}

function toKeyLocation(userId: UserId): string {
  return `receiver/${userId}`;
}
