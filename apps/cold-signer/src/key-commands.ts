/** The commands of an owner's key, a seed in a sealed file. */
import { existsSync, readFileSync } from 'node:fs';
import { createSeed, openSeed, openSeedPhrase } from '@salar/adapters/files/seed-file';
import { formatLines } from '@salar/cold/describe-refill';
import { describeKey } from '@salar/cold/families';
import type { HDKey } from '@scure/bip32';
import type { Terminal } from './terminal.ts';

const passphraseLengthMin = 24;

/** Creates a key in a new file, and shows what the set-up of cold storage needs of it. */
export async function createColdKey(
  path: string,
  passphraseFile: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} exists already`);
  const passphrase = await readPassphrase(passphraseFile, terminal);
  if (passphrase.length < passphraseLengthMin)
    throw new Error(`the passphrase must have at least ${passphraseLengthMin} characters`);
  if (
    passphraseFile === undefined &&
    (await terminal.askSecret('The same passphrase again: ')) !== passphrase
  )
    throw new Error('the two passphrases differ: no key was created');
  showPublicParts(createSeed(path, passphrase).root, terminal);
}

/** Shows the public parts of a key. */
export async function showColdKey(
  path: string,
  passphraseFile: string | undefined,
  terminal: Terminal,
): Promise<void> {
  showPublicParts(await openColdKey(path, passphraseFile, terminal), terminal);
}

/** Shows the seed phrase of a key, for a backup on paper or a hardware wallet, after they confirm that they are alone. */
export async function showColdPhrase(
  path: string,
  passphraseFile: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const passphrase = await readPassphrase(passphraseFile, terminal);
  terminal.write('Anybody who reads the seed phrase has the key. Write it on paper, and on nothing else.\n');
  if ((await terminal.ask('To show it, type alone: ')).trim() !== 'alone')
    throw new Error('the seed phrase was not shown');
  const lines = openSeedPhrase(path, passphrase)
    .split(' ')
    .map((word, place): [string, string] => [`${place + 1}`, word]);
  terminal.write(`${formatLines(lines).join('\n')}\n`);
}

/** @throws when there is no key, or the passphrase is wrong */
export async function openColdKey(
  path: string,
  passphraseFile: string | undefined,
  terminal: Terminal,
): Promise<HDKey> {
  return openSeed(path, await readPassphrase(passphraseFile, terminal)).root;
}

async function readPassphrase(file: string | undefined, terminal: Terminal): Promise<string> {
  if (file === undefined) return terminal.askSecret('Passphrase of the key: ');
  return readFileSync(file, 'utf8').trim();
}

function showPublicParts(root: HDKey, terminal: Terminal): void {
  terminal.write(`${formatLines(describeKey(root)).join('\n')}\n`);
}
