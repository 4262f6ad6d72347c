/** Fills in the templates of deploy/cluster as an operator does. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const templates = join(import.meta.dirname, '../deploy/cluster');
const example = readFileSync(join(templates, 'cluster.example.env'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'salar-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function render(values: string): { readonly status: number | null; readonly error: string } {
  const file = join(folder, 'cluster.env');
  writeFileSync(file, values);
  const program = join(templates, 'render.mjs');
  const run = spawnSync(process.execPath, [program, file, join(folder, 'out')], { encoding: 'utf8' });
  return { status: run.status, error: run.stderr };
}

test('no template has a placeholder without a value, and files with passwords are not for everybody', () => {
  expect(render(example.replaceAll(/^(\w+_PASSWORD)=$/gm, '$1=secret-$1'))).toEqual({ status: 0, error: '' });
  expect(readdirSync(join(folder, 'out'))).toEqual(['db1', 'db2', 'db3']);
  const files = readdirSync(join(folder, 'out/db2')).map((name) => join(folder, 'out/db2', name));
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => /__[A-Z]/.test(text))).toEqual([]);
  const open = files.filter(
    (file, n) => texts[n]?.includes('secret-') && (statSync(file).mode & 0o007) !== 0,
  );
  expect(open).toEqual([]);
});

test('an empty value, a missing one and an unknown one are refused by name', () => {
  expect(render(example).error).toContain('REPLICATION_PASSWORD');
  expect(render(example.replace(/^ADDRESS3=.*\n/m, '')).error).toContain('ADDRESS3');
  const filled = example.replaceAll(/^(\w+_PASSWORD)=$/gm, '$1=x');
  expect(render(`${filled}ADDRES4=10.0.0.14\n`).error).toContain('ADDRES4');
});
