/** How customers' data for a level is stored: sealed, each value for its own location (security rule X2). */
import { createHash } from 'node:crypto';
import type { FundsDraft } from '@salar/protocol/level-requests';
import type { SealedBox } from '../crypto/sealed-box.ts';

/** Builds the associated data under which a column is sealed. */
export function toLevelLocation(
  table: 'level_request' | 'level_document',
  id: number,
  column: string,
): string {
  return `${table}/${id}/${column}`;
}

const fundsLocation = (requestId: number) => toLevelLocation('level_request', requestId, 'funds');
const nameLocation = (documentId: number) => toLevelLocation('level_document', documentId, 'name');
const contentLocation = (documentId: number) => toLevelLocation('level_document', documentId, 'content');

export class LevelSeals {
  readonly #box: SealedBox;

  constructor(box: SealedBox) {
    this.#box = box;
  }

  sealFunds(requestId: number, funds: FundsDraft): Buffer {
    return this.#box.seal(Buffer.from(JSON.stringify(funds)), fundsLocation(requestId));
  }

  /** Opens the form. @throws when it was changed or moved */
  openFunds(requestId: number, sealed: Buffer | null): FundsDraft {
    if (sealed === null) return {};
    return JSON.parse(this.#box.open(sealed, fundsLocation(requestId)).toString('utf8')) as FundsDraft;
  }

  sealName(documentId: number, name: string): Buffer {
    return this.#box.seal(Buffer.from(name), nameLocation(documentId));
  }

  openName(documentId: number, sealed: Buffer): string {
    return this.#box.open(sealed, nameLocation(documentId)).toString('utf8');
  }

  sealContent(documentId: number, content: Buffer): Buffer {
    return this.#box.seal(content, contentLocation(documentId));
  }

  openContent(documentId: number, sealed: Buffer): Buffer {
    return this.#box.open(sealed, contentLocation(documentId));
  }
}

/** Identifies a file within a request; the request's number keeps the digest from revealing files of other requests. */
export function documentDigest(requestId: number, content: Buffer): Buffer {
  return createHash('sha256').update(`${requestId}/`).update(content).digest();
}
