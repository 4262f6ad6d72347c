/** The commands of refill files. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { replaceFile } from '@salar/adapters/files/replace-file';
import { parseColdSettings } from '@salar/cold/cold-settings';
import type { ColdSettings } from '@salar/cold/cold-settings';
import { describeRefill, paysOurs } from '@salar/cold/describe-refill';
import { formatColdAmount } from '@salar/cold/format-amount';
import { formatRefill, openRefill } from '@salar/cold/open-refill';
import type { OpenRefill } from '@salar/cold/open-refill';
import type { HDKey } from '@scure/bip32';
import type { Terminal } from './terminal.ts';

/** Shows what a refill pays. */
export async function showRefill(path: string, settings: ColdSettings, terminal: Terminal): Promise<void> {
  terminal.write(describeRefill(await openRefill(read(path), settings)));
}

/**
 * Shows what a refill pays, has the person type the amount, and adds a signature to the file.
 *
 * @param openKey  called after the person has agreed, so that no key is open before
 */
export async function signRefill(
  path: string,
  settings: ColdSettings,
  { terminal, openKey }: { terminal: Terminal; openKey: () => Promise<HDKey> },
): Promise<void> {
  const refill = await openRefill(read(path), settings);
  const { network, family, payload, details } = refill;
  terminal.write(describeRefill(refill));
  if (details.signatures.signers.length >= details.signatures.required)
    throw new Error('the refill has all the signatures it needs');
  await confirm(refill, terminal);
  const signed = await formatRefill(network, await family.sign(payload, await openKey()));
  replaceFile(resolve(path), signed);
  const { signers, required } = (await openRefill(signed, settings)).details.signatures;
  terminal.write(
    `\nSigned. ${path} has ${signers.length} of ${required} signatures: ${signers.join(', ')}.\n`,
  );
}

/** Adds the signatures of the second file to the first one. */
export async function combineRefills(
  [first, second]: readonly [string, string],
  settings: ColdSettings,
  terminal: Terminal,
): Promise<void> {
  const { network, family, payload } = await openRefill(read(first), settings);
  const other = await openRefill(read(second), settings);
  if (other.network !== network) throw new Error('the two files are of different networks');
  const combined = await formatRefill(network, await family.combine(payload, other.payload));
  replaceFile(resolve(first), combined);
  terminal.write(describeRefill(await openRefill(combined, settings)));
}

/** Reads the owner's settings. @throws with every field that is wrong */
export function readColdSettings(path: string): ColdSettings {
  try {
    return parseColdSettings(read(path));
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A person who only presses keys does not get through: the answers have to be read and typed. */
async function confirm(refill: OpenRefill, terminal: Terminal): Promise<void> {
  const { amount, receiver } = refill.details;
  if (!paysOurs(refill)) {
    const typed = await terminal.ask('\nTo pay this receiver nevertheless, type its whole address: ');
    if (typed.trim() !== receiver) throw new Error('that is not the receiver: nothing was signed');
  }
  const typed = await terminal.ask('\nTo sign, type amount and product as they are shown: ');
  if (typed.trim() !== formatColdAmount(amount))
    throw new Error('that is not the amount: nothing was signed');
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
