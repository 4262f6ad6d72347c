/** Authenticates operators' requests: by the signature of the operator's key, each text once. */
import { createHash } from 'node:crypto';
import { hashRequestBody, readOperatorRequest } from '@salar/approvals/operator-request';
import { readSigningKey } from '@salar/approvals/signing-key';
import { readSignatureFile, verifySignature } from '@salar/approvals/verify-signature';
import type { Database } from '@salar/store';
import { insertOperatorRequest } from '@salar/store/tables/operators/operator-requests';
import { refuseAct } from './act.ts';
import type { ActRefused } from './act.ts';
import type { OperatorAuditLog } from './operator-audit-log.ts';
import { toOperator } from './operator-registry.ts';
import type { Operator, OperatorCredentials, OperatorRegistry } from './operator-registry.ts';
import { RefusalLog } from './refusal-log.ts';
import { readBody, readMethod } from './operator-request.ts';
import type { OperatorCall, OperatorRequest, OperatorSignature, UnsignedProof } from './operator-request.ts';

/** An operator's clock may differ from that of the exchange by this much. */
export const requestAgeMaxMs = 60_000;

export type AuthenticatedCall = {
  readonly ok: true;
  readonly operator: Operator;
  readonly call: OperatorCall;
  /** The row with the signed text, and the session in it; null for an unsigned request. */
  readonly requestHash: Buffer | null;
  readonly session: string | null;
};

export type RequestAuthenticationOptions = {
  readonly database: Database;
  readonly clock: () => number;
  /** The host name of the exchange; requests that were signed for another one are refused. */
  readonly installation: string;
  /** Whether the first operators need a founding document, as in production; otherwise anyone at the socket creates one. */
  readonly needsFounding: boolean;
};

type Parts = RequestAuthenticationOptions & {
  readonly operators: OperatorRegistry;
  readonly auditLog: OperatorAuditLog;
};

const secretTexts = {
  operator_unknown: 'there is no such operator',
  operator_locked: 'too many wrong secrets: locked for a while',
  operator_locked_now: 'the secret is wrong, and too many were: locked for a while',
  operator_has_key: 'this operator has a key: sign the request with it',
  secret_wrong: 'the secret is wrong',
} as const;

export class RequestAuthentication {
  readonly #parts: Parts;
  readonly #refusals: RefusalLog;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#refusals = new RefusalLog(parts);
  }

  /** Refusals are recorded in the audit log, as many as its bound allows. */
  async open({ body, proof }: OperatorRequest): Promise<AuthenticatedCall | ActRefused> {
    const signed = 'text' in proof ? readOperatorRequest(proof.text) : proof;
    const method = signed === null ? null : readMethod(signed.method);
    const content = readBody(body);
    if (signed === null || method === null || content === null)
      return refuseAct('params_wrong', 'this is not an operator request');
    const call = { ...method, ...content };
    return 'text' in proof ? this.#openSigned(proof, body, call) : this.#openUnsigned(proof, call);
  }

  async #openSigned(
    { text, signature }: OperatorSignature,
    body: string,
    call: OperatorCall,
  ): Promise<AuthenticatedCall | ActRefused> {
    const { operators, installation, clock, database } = this.#parts;
    const signed = readOperatorRequest(text);
    if (signed?.bodyHash !== hashRequestBody(body))
      return refuseAct('params_wrong', 'the signed text is not that of this request');
    const { operator: name, session, number } = signed;
    if (signed.installation !== installation)
      return refuseAct(
        'wrong_installation',
        `the request was signed for ${signed.installation}, and this exchange is ${installation}: set SALAR_INSTALLATION`,
      );
    const found = await operators.findRow(name);
    if (found === null) return this.#refuse(null, `there is no operator ${name}`);
    if (found.publicKey === null)
      return this.#refuse(name, `operator ${name} has no key yet: operator rotate ${name} --key FILE`);
    const key = readSigningKey(found.publicKey);
    const verified = key.ok && (await verifySignature(key.value, text, readSignatureFile(signature))).ok;
    if (!verified) return this.#refuse(name, `the signature is not by the key of ${name}`);
    if (Math.abs(clock() - signed.at) > requestAgeMaxMs)
      return refuseAct(
        'clock_differs',
        'the time of the request differs by more than a minute: set your clock',
      );
    const requestHash = createHash('sha256').update(text).digest();
    const row = { requestHash, operator: name, session, number, signedText: text, body, signature };
    if (!(await insertOperatorRequest(database, row)))
      return refuseAct('request_repeated', 'this request was received before');
    return { ok: true, operator: toOperator(found), call, requestHash, session };
  }

  async #openUnsigned(
    { credentials }: UnsignedProof,
    call: OperatorCall,
  ): Promise<AuthenticatedCall | ActRefused> {
    const { operators } = this.#parts;
    if (await operators.isEmpty()) return this.#openFirst(call);
    const isOwnKey = call.command === 'operator rotate' && call.params['name'] === credentials?.name;
    if (credentials === null || !isOwnKey)
      return refuseAct('not_signed_in', 'not signed in: set SALAR_OPERATOR and SALAR_OPERATOR_KEY');
    const signedIn = await operators.signIn(credentials);
    if (signedIn.ok) return { ok: true, operator: signedIn.value, call, requestHash: null, session: null };
    return this.#refuseSecret(credentials, signedIn.refusal);
  }

  /** Before the first operator no key can sign a request: the founders sign their document instead. */
  #openFirst(call: OperatorCall): AuthenticatedCall | ActRefused {
    const { needsFounding } = this.#parts;
    if (call.command === 'operator found' || (call.command === 'operator add' && !needsFounding)) {
      const operator = { name: 'nobody', role: 'admin', userId: null } as const;
      return { ok: true, operator, call, requestHash: null, session: null };
    }
    const first = needsFounding
      ? 'at least two people create the first ones together: operator found'
      : 'create the first one: operator add NAME --role admin --key FILE';
    return refuseAct('not_signed_in', `there are no operators yet, and ${first}`);
  }

  async #refuseSecret({ name }: OperatorCredentials, refusal: keyof typeof secretTexts): Promise<ActRefused> {
    if (refusal === 'operator_locked') return refuseAct('not_signed_in', secretTexts[refusal]);
    return this.#refuse(refusal === 'operator_unknown' ? null : name, secretTexts[refusal]);
  }

  async #refuse(name: string | null, text: string): Promise<ActRefused> {
    await this.#refusals.note(name ?? 'nobody', text);
    return refuseAct('not_signed_in', text);
  }
}
