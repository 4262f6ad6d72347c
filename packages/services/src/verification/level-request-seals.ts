/** How what customers send for a level is kept: sealed, each value for its own place (security rule X2). */
import { createHash } from 'node:crypto';
import type { FundsDraft } from '@salar/protocol/level-requests';
import type { SealedBox } from '../crypto/sealed-box.ts';

const fundsPlace = (requestId: number) => `level_request/${requestId}/funds`;
const namePlace = (documentId: number) => `level_document/${documentId}/name`;
const contentPlace = (documentId: number) => `level_document/${documentId}/content`;

export class LevelSeals {
  readonly #box: SealedBox;

  constructor(box: SealedBox) {
    this.#box = box;
  }

  sealFunds(requestId: number, funds: FundsDraft): Buffer {
    return this.#box.seal(Buffer.from(JSON.stringify(funds)), fundsPlace(requestId));
  }

  /** @throws when it was changed or moved */
  openFunds(requestId: number, sealed: Buffer | null): FundsDraft {
    if (sealed === null) return {};
    return JSON.parse(this.#box.open(sealed, fundsPlace(requestId)).toString('utf8')) as FundsDraft;
  }

  sealName(documentId: number, name: string): Buffer {
    return this.#box.seal(Buffer.from(name), namePlace(documentId));
  }

  openName(documentId: number, sealed: Buffer): string {
    return this.#box.open(sealed, namePlace(documentId)).toString('utf8');
  }

  sealContent(documentId: number, content: Buffer): Buffer {
    return this.#box.seal(content, contentPlace(documentId));
  }

  openContent(documentId: number, sealed: Buffer): Buffer {
    return this.#box.open(sealed, contentPlace(documentId));
  }
}

/** Tells whether a request has a file already; with the request's number, so that other requests tell nothing. */
export function documentDigest(requestId: number, content: Buffer): Buffer {
  return createHash('sha256').update(`${requestId}/`).update(content).digest();
}
