/** Opens the session of one run of the command line, from environment variables and prompts. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatCall, RequestSigner } from '@salar/services/operator/operator-request';
import type { OperatorCall, OperatorRequest } from '@salar/services/operator/operator-request';
import { openOperatorKey } from './operator-key.ts';
import { promptSecret } from '@salar/adapters/terminal/terminal-prompt';

/**
 * Returns the function that turns calls into requests: signed with the key in `SALAR_OPERATOR_KEY`, or unsigned when no key
 * is set, with the secret of `SALAR_OPERATOR=name:secret` if it has one.
 *
 * @throws when the key cannot be opened
 */
export async function openOperatorSession(
  environment: NodeJS.ProcessEnv,
): Promise<(call: OperatorCall) => OperatorRequest> {
  const [operator = '', ...rest] = (environment['SALAR_OPERATOR'] ?? '').split(':');
  const keyPath = environment['SALAR_OPERATOR_KEY'] ?? '';
  if (operator === '' || keyPath === '') {
    const credentials = rest.length === 0 ? null : { name: operator, secret: rest.join(':') };
    return (call) => {
      const { method, body } = formatCall(call);
      return { body, proof: { method, credentials } }; // no act with a file is performed unsigned
    };
  }
  const requests = new RequestSigner({
    installation: environment['SALAR_INSTALLATION'] || 'localhost',
    operator,
    session: openSession(`${keyPath}.session`),
    sign: await openOperatorKey(keyPath, () => readPassphrase(environment, keyPath)),
    clock: Date.now,
  });
  return (call) => requests.sign(call);
}

/** Returns the session of the file beside the key, so that one code serves for all commands of the session. */
function openSession(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const session = randomBytes(16).toString('hex');
  writeFileSync(path, `${session}\n`, { mode: 0o600 });
  return session;
}

/** Reads the passphrase from the file in `SALAR_OPERATOR_PASSPHRASE_FILE`, or prompts for it. */
export async function readPassphrase(environment: NodeJS.ProcessEnv, keyPath: string): Promise<string> {
  const path = environment['SALAR_OPERATOR_PASSPHRASE_FILE'] ?? '';
  if (path !== '') return readFileSync(path, 'utf8').trimEnd();
  if (!process.stdin.isTTY)
    throw new Error('there is no terminal to enter the passphrase on: set SALAR_OPERATOR_PASSPHRASE_FILE');
  return promptSecret(`Passphrase of ${keyPath}: `);
}
