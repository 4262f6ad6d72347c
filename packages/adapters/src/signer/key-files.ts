/** Secrets in files of their owner only (mode 0600), made once and never overwritten. */
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

/** Reads a secret file; makes it with `make` when there is none. Of two processes making it, one wins. */
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
    linkSync(draft, path); // fails when it is there meanwhile, unlike a rename
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** The marks' keys: 32 bytes each, kept as hex. Made at first start; production brings its own. */
export function openTicketKeys(keysDir: string): { ticketMac: Buffer; addressMac: Buffer } {
  return {
    ticketMac: openKey(join(keysDir, 'ticket-mac.key')),
    addressMac: openKey(join(keysDir, 'address-mac.key')),
  };
}

/** Reads one key of 32 bytes, or makes it. */
export function openKey(path: string): Buffer {
  const key = Buffer.from(readOrCreateFile(path, () => randomBytes(32).toString('hex')).trim(), 'hex');
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes in hex`);
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
