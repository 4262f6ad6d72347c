/**
 * Generates the calls of the client from the calls of the exchange: their types, and the tables for reading responses.
 *
 *   tsx scripts/client-calls.ts            writes packages/client/src/generated/
 *   tsx scripts/client-calls.ts --check    fails when the generated files are out of date
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { calls } from '@salar/exchange/gateway/calls/registry';
import { socketEvents } from '@salar/exchange/gateway/socket/socket-events';
import { callsSource } from './client-calls-source.ts';

const path = resolve(import.meta.dirname, '../packages/client/src/generated/calls.ts');
const isCheck = process.argv.includes('--check');
const source = await format(callsSource(calls, socketEvents), {
  ...(await resolveConfig(path)),
  filepath: path,
});
if (existsSync(path) && readFileSync(path, 'utf8') === source)
  console.log('the calls of the client are up to date');
else if (isCheck) {
  console.error('the calls of the client are out of date');
  process.exitCode = 1;
} else {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  console.log(`written: ${path}`);
}
