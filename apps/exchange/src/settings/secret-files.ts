/**
 * Secrets from files. The environment of a process is readable by its user and inherited by its children; a file is not.
 *
 * `NAME_FILE=/path` names the file of a secret setting. systemd's `LoadCredential=NAME:/path` needs no setting: its files are
 * found by their names in `CREDENTIALS_DIRECTORY`.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Settings that contain a secret, or may. */
const secretSettings = [
  'DATABASE_URL',
  'SALAR_MIGRATION_DATABASE_URL',
  'SALAR_PASSWORD_PEPPER',
  'SALAR_SEALING_KEY',
  'SMTP_URL',
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET_KEY',
  'SUMSUB_WEBHOOK_SECRET',
  'AVENIA_API_KEY',
  'AVENIA_PRIVATE_KEY_PEM',
] as const;

type Env = Readonly<Record<string, string | undefined>>;

/** A file of a secret that cannot be used, with the setting's name. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
}

/**
 * Returns the environment with the secrets of files.
 *
 * @throws SecretFileError for a secret that is given twice, and for a file that is missing, empty, or readable by everybody
 */
export function readSecretFiles(env: Env): Env {
  const read: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = findFile(env, name);
    if (path !== null) read[name] = readSecret(name, path);
  }
  return { ...env, ...read };
}

/** Removes secrets from the environment, so that no process that is started later inherits them. */
export function forgetSecrets(env: Record<string, string | undefined>): void {
  for (const name of secretSettings) delete env[name];
}

function findFile(env: Env, name: string): string | null {
  const named = env[`${name}_FILE`];
  const directory = env['CREDENTIALS_DIRECTORY'];
  const credential = directory === undefined ? null : join(directory, name);
  const found = [
    ...(env[name] ? [name] : []),
    ...(named ? [`${name}_FILE`] : []),
    ...(credential !== null && exists(credential) ? [`the credential ${name}`] : []),
  ];
  if (found.length > 1)
    throw new SecretFileError(`${name}: is given by ${found.join(' and by ')}; use one of them`);
  if (named) return named;
  return credential !== null && found.length === 1 && !env[name] ? credential : null;
}

function readSecret(name: string, path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new SecretFileError(`${name}_FILE: there is no file ${path}`);
  if ((stat.mode & 0o006) !== 0)
    throw new SecretFileError(
      `${name}_FILE: everybody on this machine may read or change ${path}; chmod 600 it`,
    );
  const secret = readFileSync(path, 'utf8').trim();
  if (secret === '') throw new SecretFileError(`${name}_FILE: ${path} is empty`);
  return secret;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
