/**
 * A small AWS KMS for tests: keys of secp256k1, and the calls, checks and exceptions of its documentation. It verifies Signature
 * Version 4 with code of its own.
 */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import { parseJson } from '@salar/adapters/parse-json';

export const kmsCredentials = {
  AccessKeyId: 'AKIDSALARTESTS',
  SecretAccessKey: 'a secret that only the test and its server have',
  SessionToken: 'the token of a session',
} as const;
export const kmsRegion = 'sa-east-1';

type KmsKey = {
  readonly id: string;
  readonly spec: string;
  readonly usage: string;
  readonly secret: Uint8Array;
  state: 'Enabled' | 'Disabled' | 'PendingDeletion';
};
type Answer = { readonly status: number; readonly body: string };

/** The object identifiers of an elliptic curve key, and of secp256k1, with the headers of a SubjectPublicKeyInfo in DER. */
const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');

export class KmsServer {
  readonly keys = new Map<string, KmsKey>();
  readonly aliases = new Map<string, string>();
  /** The actions that were called, in order. */
  readonly calls: string[] = [];
  /** Answers of the next calls, instead of what they requested. */
  readonly next: (Answer | 'no answer')[] = [];
  /** The actions that the credentials may not use. */
  readonly denied = new Set<string>();
  /** How long a new alias is unknown, as the service says it can be. */
  aliasDelayMs = 0;
  readonly url: string;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.#stop = stop;
  }

  /** Starts a service without keys on a free port of this machine. */
  static async start(): Promise<KmsServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const answer = opened.#answer(request.headers, Buffer.concat(chunks).toString());
        if (answer === 'no answer') return;
        response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref(); // a test that does not stop it may end
    const { port } = server.address() as AddressInfo;
    const stop = async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    };
    const opened = new KmsServer(`http://127.0.0.1:${port}/`, stop);
    return opened;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Returns what the service answers to a call that it refuses. */
  static refuse(type: string, status = 400): Answer {
    return { status, body: JSON.stringify({ __type: type, message: `${type} of a test` }) };
  }

  /** Adds a key, as an administrator of the account would. @returns its ID */
  addKey(changes: Partial<KmsKey> = {}): string {
    const key: KmsKey = {
      id: randomUUID(),
      spec: 'ECC_SECG_P256K1',
      usage: 'SIGN_VERIFY',
      secret: secp256k1.utils.randomSecretKey(randomBytes(48)),
      state: 'Enabled',
      ...changes,
    };
    this.keys.set(key.id, key);
    return key.id;
  }

  /** Returns the key of an ID, an ARN or an alias. */
  findKey(name: unknown): KmsKey | undefined {
    const id = String(name).replace(/^arn:aws:kms:.*:key\//, '');
    return this.keys.get(this.aliases.get(id) ?? id);
  }

  #answer(headers: IncomingHttpHeaders, body: string): Answer | 'no answer' {
    const action = String(headers['x-amz-target']).replace(/^TrentService\./, '');
    this.calls.push(action);
    const planned = this.next.shift();
    if (planned !== undefined) return planned;
    if (headers.authorization === undefined) return KmsServer.refuse('MissingAuthenticationTokenException');
    if (!isSigned(headers, body)) return KmsServer.refuse('InvalidSignatureException');
    if (headers['x-amz-security-token'] !== kmsCredentials.SessionToken)
      return KmsServer.refuse('UnrecognizedClientException');
    if (this.denied.has(action)) return KmsServer.refuse('AccessDeniedException');
    const input = parseJson(body);
    if (!isRecord(input)) return KmsServer.refuse('SerializationException');
    return this.#perform(action, input);
  }

  #perform(action: string, input: Record<string, unknown>): Answer {
    if (action === 'CreateKey') {
      const id = this.addKey({ spec: String(input['KeySpec']), usage: String(input['KeyUsage']) });
      return toAnswer({ KeyMetadata: { KeyId: id, Arn: toArn(id) } });
    }
    if (action === 'CreateAlias') {
      const alias = String(input['AliasName']);
      if (this.aliases.has(alias)) return KmsServer.refuse('AlreadyExistsException');
      const add = () => void this.aliases.set(alias, String(input['TargetKeyId']));
      if (this.aliasDelayMs === 0) add();
      else void sleep(this.aliasDelayMs).then(add);
      return { status: 200, body: '' };
    }
    const key = this.findKey(input['KeyId']);
    if (key === undefined) return KmsServer.refuse('NotFoundException');
    if (key.state === 'Disabled') return KmsServer.refuse('DisabledException');
    if (key.state === 'PendingDeletion') return KmsServer.refuse('KMSInvalidStateException');
    return action === 'GetPublicKey' ? getPublicKey(key) : sign(key, input);
  }
}

function getPublicKey({ id, spec, usage, secret }: KmsKey): Answer {
  const point = secp256k1.getPublicKey(secret, false);
  return toAnswer({
    KeyId: toArn(id),
    KeySpec: spec,
    KeyUsage: usage,
    PublicKey: Buffer.concat([spkiPrefix, point]).toString('base64'),
    SigningAlgorithms: ['ECDSA_SHA_256'],
  });
}

function sign({ id, secret }: KmsKey, input: Record<string, unknown>): Answer {
  const message = Buffer.from(String(input['Message']), 'base64');
  if (input['SigningAlgorithm'] !== 'ECDSA_SHA_256') return KmsServer.refuse('InvalidKeyUsageException');
  if (input['MessageType'] !== 'DIGEST' || message.length !== 32)
    return KmsServer.refuse('ValidationException');
  // The service returns either value of `s`, and another signature of the same digest at each call.
  const options = { prehash: false, lowS: false, extraEntropy: randomBytes(32), format: 'der' } as const;
  const signature = secp256k1.sign(message, secret, options);
  return toAnswer({
    KeyId: toArn(id),
    SigningAlgorithm: 'ECDSA_SHA_256',
    Signature: Buffer.from(signature).toString('base64'),
  });
}

function toAnswer(value: object): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function toArn(id: string): string {
  return `arn:aws:kms:${kmsRegion}:111122223333:key/${id}`;
}

/** Verifies Signature Version 4 of a request to the root path without a query. */
function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const grammar =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/kms\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKey, day = '', region = '', names = '', signature = ''] =
    grammar.exec(headers.authorization ?? '') ?? [];
  const at = String(headers['x-amz-date']);
  const required = ['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target'];
  if (accessKey !== kmsCredentials.AccessKeyId || region !== kmsRegion || !at.startsWith(day)) return false;
  if (!required.every((name) => names.split(';').includes(name))) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${region}/kms/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, hash(canonical)].join('\n');
  const key = [day, region, 'kms', 'aws4_request'].reduce<Buffer>(
    (from, part) => hmac(from, part),
    Buffer.from(`AWS4${kmsCredentials.SecretAccessKey}`),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
