/**
 * Verifies the signatures in the audit log: each act against the key that its operator had at that time. Keys come from the
 * entries that registered them, never from the table of operators, which is compared at the end.
 */
import { createHash } from 'node:crypto';
import { hashRequestBody, readOperatorRequest } from '@salar/approvals/operator-request';
import { formatSigningKey, readSigningKey } from '@salar/approvals/signing-key';
import { readSignatureFile, verifySignature } from '@salar/approvals/verify-signature';
import type { OperatorAuditRow } from '@salar/store/tables/operators/operator-audit';
import type { OperatorRequestRow } from '@salar/store/tables/operators/operator-requests';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import { verifyFoundingDocument } from './acts/founding-act.ts';
import { readBody, readMethod, readTexts } from './operator-request.ts';

type KeyChange = { readonly name: string; readonly key: string | null };

/** The prefix of acts that `resume` performs: the signed approval of the act is an entry before. */
const resumedPrefix = 'taken up again: ';

export class AuditSignatures {
  readonly #findRequest: (requestHash: Buffer) => Promise<OperatorRequestRow | null>;
  /** By operator; without a key for one of version 0.1. Two keys while the outcome of a change is unknown. */
  readonly #keys = new Map<string, readonly string[]>();
  /** Changes of keys by the entry that announced them. */
  readonly #announced = new Map<number, readonly KeyChange[]>();
  readonly #proposed = new Set<string>();
  #isFounded = false;
  #signed = 0;

  constructor(findRequest: (requestHash: Buffer) => Promise<OperatorRequestRow | null>) {
    this.#findRequest = findRequest;
  }

  /** The number of entries whose signature was verified. */
  get signed(): number {
    return this.#signed;
  }

  /** Checks the next entry, oldest first. @returns what is wrong with it; null when nothing is */
  async check(row: OperatorAuditRow): Promise<string | null> {
    if (row.intentId !== null) {
      this.#conclude(row);
      return null;
    }
    if (row.phase === 'intent' && row.act === 'operator found') return this.#found(row);
    const change = row.phase === 'intent' ? readKeyChange(row) : null;
    if (row.requestHash === null) {
      if (!this.#mayBeUnsigned(row, change)) return 'has no signature';
    } else {
      const problem = await this.#verify(row, row.requestHash, change);
      if (problem !== null) return problem;
      this.#signed += 1;
    }
    if (change === null || row.act.startsWith(resumedPrefix)) return null;
    if (row.act.startsWith('propose: ')) this.#proposed.add(toText(change));
    else this.#announced.set(row.entryId, [change]);
    return null;
  }

  /** Compares the table of operators with the log. @returns the operator whose key is in no entry; null when there is none */
  findForeignKey(operators: readonly OperatorRow[]): string | null {
    const foreign = operators.find(
      ({ name, publicKey, removedAt }) =>
        removedAt === null && publicKey !== null && this.#keys.get(name)?.includes(publicKey) !== true,
    );
    return foreign?.name ?? null;
  }

  #mayBeUnsigned(row: OperatorAuditRow, change: KeyChange | null): boolean {
    const isAct = row.phase === 'intent' || row.phase === 'read';
    if (!isAct || this.#hasNoKeys || row.act.startsWith(resumedPrefix)) return true;
    // An operator of version 0.1 registers a key with the secret of that version.
    return (
      row.act === 'operator rotate' &&
      change?.name === row.operator &&
      this.#keys.get(row.operator)?.length === 0
    );
  }

  get #hasNoKeys(): boolean {
    return [...this.#keys.values()].every((keys) => keys.length === 0);
  }

  /** The first operators have signed their document, which the entry contains. */
  async #found({ entryId, detail }: OperatorAuditRow): Promise<string | null> {
    const { document = '', signatures = '' } = readTexts(detail) ?? {};
    const verified = await verifyFoundingDocument(document, signatures);
    if (!verified.ok || this.#isFounded) return 'is not signed by the first operators';
    const changes = verified.value.founders.map(({ name, key }) => ({ name, key: formatSigningKey(key) }));
    this.#announced.set(entryId, changes);
    this.#signed += 1;
    return null;
  }

  async #verify(row: OperatorAuditRow, hash: Buffer, change: KeyChange | null): Promise<string | null> {
    const request = await this.#findRequest(hash);
    const signed = request === null ? null : readOperatorRequest(request.signedText);
    if (request === null || signed === null) return 'refers to a missing request';
    const isWhole =
      createHash('sha256').update(request.signedText).digest().equals(hash) &&
      hashRequestBody(request.body) === signed.bodyHash;
    const command = readMethod(signed.method)?.command ?? '';
    const isThisAct =
      signed.operator === row.operator &&
      (row.act === command || row.act.endsWith(`: ${command}`) || row.act.startsWith(`${command}: `));
    if (!isWhole || !isThisAct || !this.#isSignedChange(command, request, change))
      return `differs from the request that ${signed.operator} signed`;
    for (const text of this.#keys.get(row.operator) ?? []) {
      const key = readSigningKey(text);
      const signature = readSignatureFile(request.signature);
      if (key.ok && (await verifySignature(key.value, request.signedText, signature)).ok) return null;
    }
    return `is not signed by the key that ${row.operator} had`;
  }

  /** A change of a key must be the one that was signed: by its parameters, or by those of the approved proposal. */
  #isSignedChange(command: string, { body }: OperatorRequestRow, change: KeyChange | null): boolean {
    if (change === null) return true;
    if (command === 'approve') return this.#proposed.has(toText(change));
    const { name = '', key } = readBody(body)?.params ?? {};
    const read = key === undefined ? null : readSigningKey(key);
    return toText(change) === toText({ name, key: read?.ok === true ? formatSigningKey(read.value) : null });
  }

  #conclude(row: OperatorAuditRow): void {
    if (row.phase === 'refused') return;
    for (const { name, key } of this.#announced.get(row.intentId ?? 0) ?? []) {
      const added = key === null ? [] : [key];
      const before = row.phase === 'done' ? [] : (this.#keys.get(name) ?? []);
      if (row.act.endsWith('operator remove') && row.phase === 'done') this.#keys.delete(name);
      else this.#keys.set(name, [...before, ...added]);
      this.#isFounded ||= row.phase === 'done';
    }
  }
}

/** Returns the key that an entry announces for an operator: none for a removal, and for an operator of version 0.1. */
function readKeyChange({ act, detail }: OperatorAuditRow): KeyChange | null {
  if (!/(?:^|: )operator (?:add|rotate|remove)$/.test(act) || detail === '') return null;
  const { name = '', key } = JSON.parse(detail) as Readonly<Record<string, string>>;
  return { name, key: act.endsWith('operator remove') ? null : (key ?? null) };
}

function toText({ name, key }: KeyChange): string {
  return `${name} ${key ?? 'no key'}`;
}
