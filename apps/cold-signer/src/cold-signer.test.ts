/** The program: what it can reach, and what a person has to type. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRefill } from '@salar/cold/open-refill';
import { formatSafePayload } from '@salar/cold/evm/safe-payload';
import { buildSafeTransfer } from '@salar/cold/evm/safe-transaction';
import { createOwnerRoot, testHot, testNetwork, testSafe, testToken } from '@salar/cold/testing/cold-owners';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createColdKey, openColdKey, showColdKey, showColdPhrase } from './key-commands.ts';
import { combineRefills, readColdSettings, showRefill, signRefill } from './refill-commands.ts';
import type { Terminal } from './terminal.ts';

const stranger = '0x000000000000000000000000000000000000bEEF';
const settings = { networks: [testNetwork] };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-cold-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Types the answers one after the other. */
function createTerminal(...answers: readonly string[]): Terminal & { readonly shown: string[] } {
  const rest = [...answers];
  const shown: string[] = [];
  const answer = async (question: string) => {
    shown.push(question);
    return rest.shift() ?? '';
  };
  return { shown, write: (text) => void shown.push(text), ask: answer, askSecret: answer };
}

async function writeRefill(name: string, receiver: string): Promise<string> {
  const transaction = buildSafeTransfer({ contract: testToken, receiver, amount: 5_000_500_000n }, 7n);
  const payload = formatSafePayload({ chainId: 1, safe: testSafe, transaction, signatures: [] });
  const path = join(folder, name);
  writeFileSync(path, await formatRefill(testNetwork, payload));
  return path;
}

test('the program can open no connection', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    minifyWhitespace: true, // without comments, which mention imports
    write: false,
    metafile: true,
    outfile: 'cold-signer.js',
  });
  const [output] = Object.values(metafile.outputs);
  const external = new Set(output?.imports.filter((one) => one.external).map(({ path }) => path));
  const harmless = ['crypto', 'fs', 'path', 'readline/promises', 'stream', 'util'];
  expect([...external].sort()).toEqual(harmless.map((name) => `node:${name}`));
  // Node.js has these without an import, and modules can be loaded by a computed name.
  const text = outputFiles[0]?.text ?? '';
  expect(text).not.toMatch(
    /\b(?:fetch|WebSocket|EventSource|XMLHttpRequest|getBuiltinModule|createRequire)\s*\(/,
  );
  expect(text).not.toMatch(/\bimport\s*\(|\brequire\s*\(|process\.binding/);
  expect(builtinModules).toContain('net'); // what would be listed above if it were imported
});

describe('a key', () => {
  const passphrase = 'six words that nobody else knows';

  test('is created sealed, once, and its public part is shown', async () => {
    const path = join(folder, 'ana.json');
    const terminal = createTerminal(passphrase, passphrase);
    await createColdKey(path, undefined, terminal);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain(passphrase);
    const again = createTerminal(passphrase);
    await showColdKey(path, undefined, again);
    expect(again.shown.at(-1)).toBe(terminal.shown.at(-1));
    expect(again.shown.at(-1)).toMatch(/Owner of a Safe \(EVM networks\) +0x[0-9a-fA-F]{40}\n/);
    await expect(createColdKey(path, undefined, createTerminal(passphrase, passphrase))).rejects.toThrow(
      'exists already',
    );
    await expect(openColdKey(path, undefined, createTerminal('another passphrase'))).rejects.toThrow(
      'does not open',
    );
  });

  test('has a seed phrase, shown to a person who typed that they are alone', async () => {
    const path = join(folder, 'carla.json');
    await createColdKey(path, undefined, createTerminal(passphrase, passphrase));
    const hasty = createTerminal(passphrase, 'yes');
    await expect(showColdPhrase(path, undefined, hasty)).rejects.toThrow('the seed phrase was not shown');
    const terminal = createTerminal(passphrase, 'alone');
    await showColdPhrase(path, undefined, terminal);
    const lines = terminal.shown.at(-1)?.trim().split('\n') ?? [];
    expect(lines).toHaveLength(24);
    expect(hasty.shown.join('\n')).not.toContain(lines.at(-1)?.trim());
    await expect(showColdPhrase(path, undefined, createTerminal('another', 'alone'))).rejects.toThrow(
      'does not open',
    );
  });

  test('is not created with a short passphrase, or one that was mistyped', async () => {
    const path = join(folder, 'none.json');
    await expect(createColdKey(path, undefined, createTerminal('short', 'short'))).rejects.toThrow(
      'at least 24 characters',
    );
    await expect(createColdKey(path, undefined, createTerminal(passphrase, 'x'))).rejects.toThrow('differ');
    expect(() => statSync(path)).toThrow('ENOENT');
  });
});

describe('a refill', () => {
  const openKey = async () => createOwnerRoot('ana');

  test('is signed after the amount was typed, and not after anything else', async () => {
    const path = await writeRefill('refill.txt', testHot);
    const before = readFileSync(path, 'utf8');
    for (const typed of ['', 'yes', '5000.5', '5000.50 USDT', '5000.5 USDC']) {
      const terminal = createTerminal(typed);
      await expect(signRefill(path, settings, { terminal, openKey })).rejects.toThrow('nothing was signed');
      expect(readFileSync(path, 'utf8')).toBe(before);
    }
    const terminal = createTerminal('5000.5 USDT');
    await signRefill(path, settings, { terminal, openKey });
    expect(terminal.shown.at(-1)).toBe(`\nSigned. ${path} has 1 of 3 signatures: ana.\n`);
  });

  test('to a stranger needs its whole address typed first', async () => {
    const path = await writeRefill('stranger.txt', stranger);
    const sign = (...typed: string[]) =>
      signRefill(path, settings, { terminal: createTerminal(...typed), openKey });
    await expect(sign('5000.5 USDT')).rejects.toThrow('that is not the receiver');
    await expect(sign(testHot, '5000.5 USDT')).rejects.toThrow('that is not the receiver');
    await expect(sign(stranger, 'yes')).rejects.toThrow('that is not the amount');
    await sign(stranger, '5000.5 USDT');
  });

  test('with all its signatures is not signed again; copies are combined', async () => {
    const path = await writeRefill('first.txt', testHot);
    const copy = await writeRefill('second.txt', testHot);
    const sign = (file: string, name: 'ana' | 'bruno' | 'carla' | 'diego') =>
      signRefill(file, settings, {
        terminal: createTerminal('5000.5 USDT'),
        openKey: async () => createOwnerRoot(name),
      });
    await sign(path, 'ana');
    await sign(path, 'bruno');
    await sign(copy, 'carla');
    const terminal = createTerminal();
    await combineRefills([path, copy], settings, terminal);
    expect(terminal.shown.at(-1)).toContain('3 of 3 (ana, bruno, carla)');
    await expect(sign(path, 'diego')).rejects.toThrow('all the signatures it needs');
  });

  test('is shown without a key', async () => {
    const terminal = createTerminal();
    await showRefill(await writeRefill('shown.txt', testHot), settings, terminal);
    expect(terminal.shown.at(-1)).toContain('0 of 3 (none)');
  });
});

test('a mistake in the settings is named with its file', () => {
  const path = join(folder, 'settings.json');
  writeFileSync(path, JSON.stringify({ networks: [{ ...testNetwork, required: 9 }] }));
  expect(() => readColdSettings(path)).toThrow(`${path}: networks.0 requires more signatures`);
});
