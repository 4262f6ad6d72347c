/**
 * The offline program of cold storage's owners. It opens no connection and belongs on a machine without a network.
 *
 *   cold-signer key new  KEYFILE              creates an owner's key, sealed with a passphrase
 *   cold-signer key show KEYFILE              shows its public parts
 *   cold-signer key phrase KEYFILE            shows its seed phrase, for a backup
 *   cold-signer show FILE --settings FILE     shows in words what a refill pays
 *   cold-signer sign FILE --settings FILE --key KEYFILE
 *                                             shows it, and adds a signature to the file
 *   cold-signer combine FILE FILE --settings FILE
 *                                             adds the signatures of the second file to the first
 *
 * The passphrase is typed, or read from the file that `--passphrase-file` names.
 */
import { parseArgs } from 'node:util';
import { promptLine, promptSecret } from '@salar/adapters/terminal/terminal-prompt';
import { createColdKey, openColdKey, showColdKey, showColdPhrase } from './key-commands.ts';
import { combineRefills, readColdSettings, showRefill, signRefill } from './refill-commands.ts';
import type { Terminal } from './terminal.ts';

const usage = [
  'usage: cold-signer key new|show|phrase KEYFILE',
  '       cold-signer show FILE --settings FILE',
  '       cold-signer sign FILE --settings FILE --key KEYFILE',
  '       cold-signer combine FILE FILE --settings FILE',
  '       [--passphrase-file FILE]',
].join('\n');

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  ask: promptLine,
  askSecret: promptSecret,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      settings: { type: 'string' },
      key: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
    allowPositionals: true,
  });
  const { settings, key, 'passphrase-file': passphraseFile } = values;
  const [command, first, second] = positionals;
  if (command === 'key' && first === 'new' && second !== undefined)
    return createColdKey(second, passphraseFile, terminal);
  if (command === 'key' && first === 'show' && second !== undefined)
    return showColdKey(second, passphraseFile, terminal);
  if (command === 'key' && first === 'phrase' && second !== undefined)
    return showColdPhrase(second, passphraseFile, terminal);
  if (settings === undefined || first === undefined) throw new Error(usage);
  const ours = readColdSettings(settings);
  if (command === 'show') return showRefill(first, ours, terminal);
  if (command === 'combine' && second !== undefined) return combineRefills([first, second], ours, terminal);
  if (command !== 'sign' || key === undefined) throw new Error(usage);
  return signRefill(first, ours, { terminal, openKey: () => openColdKey(key, passphraseFile, terminal) });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
