/** Three admins found an exchange on its machine, and work on it over the operators' listener from their own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, runOperator, runOperatorOrThrow } from '../support/operators.ts';
import { freePort, startServer } from '../support/server.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let address: string;

test.beforeAll(async () => {
  address = `127.0.0.1:${await freePort()}`;
  server = await startServer({ env: { SALAR_OPERATOR_LISTEN: address } });
});
test.afterAll(async () => {
  await server.stop();
});

test('three admins sign the founding document, and their commands reach the exchange over TLS', async () => {
  const keys = {
    ana: await createKey('ana'),
    carla: await createKey('carla'),
    diego: await createKey('diego'),
  };
  const people = Object.entries(keys);
  const text = await runOperator('', null, [
    'operator',
    'founding-text',
    'localhost',
    ...people.map(([name, key]) => `${name}=admin=${key}.pub`),
  ]);
  const document = join(server.dataDir, 'founding.txt');
  writeFileSync(document, text.stdout);
  for (const [name, key] of people) {
    const signed = await runOperator('', `${name}:${key}`, ['operator', 'sign', document]);
    expect(signed).toMatchObject({ status: 0, stderr: '' });
  }
  const signature = (name: string) => ['--signature', `${name}=${document}.${name}.sig`];
  const found = ['operator', 'found', '--document', document, ...signature('ana')];
  const alone = await runOperator(server.dataDir, null, [...found, '--yes']);
  expect(alone).toMatchObject({ status: 2, stdout: '' });
  expect(alone.stderr).toContain('Not every operator of the document has signed it');
  await runOperatorOrThrow(server.dataDir, null, [...found, ...signature('carla'), ...signature('diego')]);

  const certificate = join(server.dataDir, 'keys/operators.crt');
  const remote = ['--server', address, '--server-certificate', certificate];
  const ana = `ana:${keys.ana}`;
  const carla = `carla:${keys.carla}`;
  const list = await runOperatorOrThrow('', ana, ['operator', 'list', ...remote]);
  expect(list.rows.map(({ name, role, state }) => [name, role, state])).toEqual([
    ['ana', 'admin', 'works'],
    ['carla', 'admin', 'works'],
    ['diego', 'admin', 'works'],
  ]);
  const halt = ['product', 'halt', 'USDC', '--reason', 'the bank is closed'];
  await runOperatorOrThrow('', carla, [...halt, ...remote]);
  const check = await runOperatorOrThrow('', ana, ['audit', 'check', ...remote]);
  expect(check.facts).toMatchObject({ 'operators: entries': '4', 'operators: signed entries': '2' });

  const unsigned = await runOperator('', null, ['operator', 'list', ...remote]);
  expect(unsigned.stderr).toContain('not_signed_in');
  const other = ['--server', address, '--server-certificate', join(server.dataDir, 'signer/exchange.crt')];
  expect((await runOperator('', ana, ['operator', 'list', ...other])).status).toBe(1);
  const elsewhere = ['--server', `127.0.0.1:${await freePort()}`, '--server-certificate', certificate];
  const gone = await runOperator('', ana, ['operator', 'list', ...elsewhere]);
  expect(gone).toMatchObject({ status: 3, stdout: '' });
  expect(gone.stderr).toContain('no Salar serves operators at');
});
