/** The table of outgoing connections in the guide names every file that opens one, and settings that exist. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from './settings-schema.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Programs that run on servers and on the machines of operators; the client library and the local profile are others'. */
const folders = [
  ...['adapters', 'approvals', 'cold', 'engine', 'protocol', 'sequencer', 'services', 'signer', 'store'].map(
    (name) => `packages/${name}/src`,
  ),
  ...['cold-signer', 'exchange', 'signer', 'watcher'].map((name) => `apps/${name}/src`),
];
/** Pages of the documents contain examples, and scripts that browsers run. */
const others = /\.test\.ts$|\/testing\/|\/browser\/|^apps\/exchange\/src\/gateway\/docs\//;
const opening = [
  /\bfetch\(/,
  /import \{[^}]*\bconnect\b[^}]*\} from 'node:(?:net|tls|http2)'/,
  /import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'/,
  /from 'node:(?:dgram|dns)/,
  /import \{[^}]*\bWebSocket\b[^}]*\} from 'ws'/,
  /new pg\.(?:Pool|Client)\(/,
  /^import (?!type\b)[^;]*from '(?:nodemailer|ccxt|undici|axios)'/m,
];

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !others.test(path));
}

const guide = read('docs/guides/run-in-production.md');
const section = guide.slice(guide.indexOf('## Outgoing connections'), guide.indexOf('## What to monitor'));
const rows = section
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 7 && !/^-+$|^To$/.test(cells[1] ?? ''));
const named = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('every file that opens a connection is in the table, and no other', () => {
  const files = folders
    .flatMap(listFiles)
    .filter((path) => opening.some((pattern) => pattern.test(read(path))));
  expect(rows.flatMap((cells) => named(cells[5])).toSorted()).toEqual(files.toSorted());
});

test('the settings of the table exist, and it has every setting of the exchange that is an address', () => {
  const settings = rows.flatMap((cells) => named(cells[3]));
  const own = settings.filter((name) => /^[A-Z_]+$/.test(name));
  for (const name of own) expect(Object.keys(settingsSchema.shape)).toContain(name);
  // Our own addresses, and pages that browsers open.
  const notConnected = /^(?:SALAR_(?:PUBLIC|TERMS|PRIVACY|ABOUT)_URL|AVENIA_WEBHOOK_URL|SUMSUB_WIDGET_URL)$/;
  const addresses = Object.keys(settingsSchema.shape).filter(
    (name) => /_URL$|_SOURCES$|_SIGNER_FILE$|_NETWORKS_FILE$/.test(name) && !notConnected.test(name),
  );
  expect(own).toEqual(expect.arrayContaining(addresses));
  const files = [
    'apps/watcher/src/watcher-settings.ts',
    'packages/signer/src/service/signer-settings.ts',
    'apps/exchange/src/settings/networks/networks-schema.ts',
  ].map(read);
  for (const name of settings.filter((one) => /^[a-z]\w+$/i.test(one) && !own.includes(one)))
    expect(
      files.some((text) => new RegExp(`^\\s+${name}:`, 'm').test(text)),
      name,
    ).toBe(true);
});
