/**
 * Fills in the templates of this folder for each of the three machines:
 *
 *   node deploy/cluster/render.mjs my-cluster.env OUT
 *
 * OUT/<host> then has the files of that machine. It refuses values that are missing, empty or unknown.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const templates = {
  'etcd.yml': 0o644,
  'patroni.yml': 0o640,
  'haproxy.cfg': 0o640,
  'exchange.env': 0o600,
  'database-url': 0o600,
  'migration-database-url': 0o600,
  'verify-database-url': 0o600,
  'roles.sql': 0o600,
  hosts: 0o644,
  'salar.service': 0o644,
};
const placeholder = /__([A-Z][A-Z0-9_]*?)__/g;
const here = import.meta.dirname;

const [valuesFile, out] = process.argv.slice(2);
if (valuesFile === undefined || out === undefined) fail('usage: node deploy/cluster/render.mjs VALUES OUT');
const values = readValues(valuesFile);
const known = Object.keys(readValues(join(here, 'cluster.example.env')));
const missing = known.filter((name) => !values[name]);
if (missing.length > 0) fail(`${valuesFile} has no value for ${missing.join(', ')}`);
const unknown = Object.keys(values).filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`${valuesFile} names ${unknown.join(', ')}, which no template has`);

for (const number of [1, 2, 3]) {
  const of = { ...values, HOST: values[`HOST${number}`], ADDRESS: values[`ADDRESS${number}`] };
  const folder = join(out, of.HOST);
  mkdirSync(folder, { recursive: true });
  for (const [name, mode] of Object.entries(templates))
    writeFileSync(join(folder, name), fill(readFileSync(join(here, name), 'utf8'), of, name), { mode });
}

/** Replaces placeholders, also those within values. */
function fill(text, of, name) {
  const fillOnce = (part) =>
    part.replaceAll(
      placeholder,
      (found, key) => of[key] ?? fail(`${name}: nothing has the value of ${found}`),
    );
  return fillOnce(fillOnce(text));
}

/** Reads lines of `NAME=value`; `#` begins a comment line. */
function readValues(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      if (at < 1) fail(`${file}: not a line of NAME=value: ${line}`);
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
