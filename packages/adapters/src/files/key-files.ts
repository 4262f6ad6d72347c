/** Secrets in files readable by their owner only (mode 0600), created once and never overwritten. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseKeyRing } from '@salar/services/crypto/key-ring';
import type { KeyRing } from '@salar/services/crypto/key-ring';

/** Reads a secret file; creates it with `make` when it is missing. When two processes create it, one wins. */
export function readOrCreateFile(path: string, make: () => string): string {
  const present = readIfPresent(path);
  if (present !== null) return present;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, make());
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path); // fails when it exists meanwhile, unlike a rename
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** The MAC keys, with their former ones. Created at the first start; production brings its own. */
export function openTicketKeys(keysDir: string): { ticketMac: KeyRing; addressMac: KeyRing } {
  return {
    ticketMac: openKeyRing(join(keysDir, 'ticket-mac.key')),
    addressMac: openKeyRing(join(keysDir, 'address-mac.key')),
  };
}

/** Reads one key or several with ids, or creates one. */
export function openKeyRing(path: string): KeyRing {
  const ring = parseKeyRing(readOrCreateFile(path, () => randomBytes(32).toString('hex')));
  if (ring === null)
    throw new Error(
      `${path} does not contain a key of 32 bytes in hex, or several as 2:<key>,1:<former key>`,
    );
  return ring;
}

/** Reads a key of 32 bytes, or creates it. */
export function openKey(path: string): Buffer {
  const key = Buffer.from(readOrCreateFile(path, () => randomBytes(32).toString('hex')).trim(), 'hex');
  if (key.length !== 32) throw new Error(`${path} does not contain a key of 32 bytes in hex`);
  return key;
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
