/** Operators' requests as they were signed: rows are added and never changed. */
import type { Queryable } from '../../database.ts';
import { countRows, runFirst, tables } from '../query.ts';

export type OperatorRequestRow = {
  /** SHA-256 of the signed text. */
  readonly requestHash: Buffer;
  readonly operator: string;
  readonly session: string;
  readonly number: number;
  readonly signedText: string;
  /** The JSON whose hash is in the text. */
  readonly body: string;
  readonly signature: string;
};

/** Adds a request; returns false when its text, or its session and number, were used before. */
export async function insertOperatorRequest(db: Queryable, row: OperatorRequestRow): Promise<boolean> {
  const inserted = await countRows(
    db,
    tables
      .insertInto('operator_request')
      .values({
        request_hash: row.requestHash,
        operator: row.operator,
        session: row.session,
        number: row.number,
        signed_text: row.signedText,
        body: row.body,
        signature: row.signature,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number'),
  );
  return inserted === 1;
}

/** Returns a request by the hash of its text. */
export async function findOperatorRequest(
  db: Queryable,
  requestHash: Buffer,
): Promise<OperatorRequestRow | null> {
  return runFirst(
    db,
    tables
      .selectFrom('operator_request')
      .select([
        'request_hash as requestHash',
        'operator',
        'session',
        'number',
        'signed_text as signedText',
        'body',
        'signature',
      ])
      .where('request_hash', '=', requestHash),
  );
}
