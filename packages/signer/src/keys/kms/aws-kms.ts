/**
 * Calls of AWS KMS by its documented JSON protocol (AWS JSON 1.1, Signature Version 4). A call that is throttled, fails inside
 * the service or does not arrive is repeated, within the time that a store of keys has to answer.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '@salar/adapters/parse-json';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { AwsV4Signer } from 'aws4fetch';
import { z } from 'zod';

export type KmsSettings = {
  readonly region: string;
  /** A key's ID or ARN, or the name of an alias with its prefix `alias/`. */
  readonly keyId: string;
  /** The output of `aws configure export-credentials`. It is read for each call, so it can be replaced while the signer runs. */
  readonly credentialsFile: string;
  /** The service's own address in the region unless it is given. */
  readonly endpoint?: string;
};
type KmsAction = 'GetPublicKey' | 'Sign' | 'CreateKey' | 'CreateAlias';

/** The service refused a call. Such a call is not repeated. */
export class KmsRefusal extends Error {
  override readonly name = 'KmsRefusal';
  /** The exception that the service names, such as `DisabledException`. */
  readonly type: string;

  constructor(action: KmsAction, type: string, message: string) {
    super(`${action}: ${type}${message === '' ? '' : `: ${message}`}`);
    this.type = type;
  }
}

/** The longest wait for one answer. All tries with their pauses are shorter than the 3 seconds of a store of keys. */
const answerMsMax = 800;
const triesMax = 3;
const firstPauseMs = 80;
/** Refusals after which a call is repeated, as it is after every answer with a status of 500 or more. */
const transient: readonly string[] = [
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
];

const credentialsSchema = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  SessionToken: z.string().min(1).optional(),
});
const errorSchema = z.object({
  __type: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});

/**
 * Calls the service.
 * @throws KmsRefusal when it refuses, SignerUnavailable when it is throttled, fails or does not answer
 */
export async function callKms(
  settings: Omit<KmsSettings, 'keyId'>,
  action: KmsAction,
  input: object,
): Promise<unknown> {
  let last: unknown;
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0) await sleep(firstPauseMs * 2 ** tries * (0.5 + Math.random() / 2));
    try {
      return await callOnce(settings, action, input);
    } catch (error) {
      if (error instanceof KmsRefusal && !transient.includes(error.type)) throw error;
      last = error;
    }
  }
  const reason = last instanceof Error ? last.message : String(last);
  throw new SignerUnavailable(`AWS KMS in ${settings.region}: ${reason}`, { cause: last });
}

async function callOnce(
  { region, credentialsFile, endpoint }: Omit<KmsSettings, 'keyId'>,
  action: KmsAction,
  input: object,
): Promise<unknown> {
  const { AccessKeyId, SecretAccessKey, SessionToken } = readCredentials(credentialsFile);
  const { url, method, headers, body } = await new AwsV4Signer({
    url: endpoint ?? `https://kms.${region}.amazonaws.com/`,
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
    body: JSON.stringify(input),
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(SessionToken === undefined ? {} : { sessionToken: SessionToken }),
    service: 'kms',
    region,
  }).sign();
  const signal = AbortSignal.timeout(answerMsMax);
  const answer = await fetch(url, { method, headers, body: body ?? null, redirect: 'error', signal });
  const value = parseJson(await answer.text());
  if (answer.ok) return value;
  const { __type = '', message, Message } = errorSchema.safeParse(value).data ?? {};
  const type = __type.slice(__type.indexOf('#') + 1) || `status ${answer.status}`;
  if (answer.status >= 500) throw new Error(`${action}: ${type}`);
  throw new KmsRefusal(action, type, message ?? Message ?? '');
}

function readCredentials(path: string): z.infer<typeof credentialsSchema> {
  const parsed = credentialsSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${path} has no AccessKeyId and SecretAccessKey`);
}
