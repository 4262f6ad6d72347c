import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyFounding } from '@salar/approvals/founding';
import { localCommands } from './local-commands.ts';

let dir: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-local-'));
  writeFileSync(join(dir, 'passphrase'), 'correct horse battery\n');
  environment = { SALAR_OPERATOR_PASSPHRASE_FILE: join(dir, 'passphrase') };
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const createKey = (name: string) => localCommands['operator keygen'].run([join(dir, name)], environment);
const sign = (name: string, path: string) =>
  localCommands['operator sign'].run([path], {
    ...environment,
    SALAR_OPERATOR: name,
    SALAR_OPERATOR_KEY: join(dir, name),
  });

test('two people write and sign a founding document', async () => {
  await createKey('ana');
  await createKey('carla');
  const text = await localCommands['operator founding-text'].run([
    'exchange.example.com',
    `ana=admin=${join(dir, 'ana.pub')}`,
    `carla=admin=${join(dir, 'carla.pub')}`,
  ]);
  const path = join(dir, 'founding.txt');
  writeFileSync(path, `${text}\n`);
  const signatures = new Map<string, string>();
  for (const name of ['ana', 'carla']) {
    expect(await sign(name, path)).toContain(text);
    signatures.set(name, readFileSync(`${path}.${name}.sig`, 'utf8').trim());
  }
  const verified = await verifyFounding(`${text}\n`, signatures, 2);
  expect(verified).toMatchObject({
    ok: true,
    value: { installation: 'exchange.example.com', founders: [{ name: 'ana' }, { name: 'carla' }] },
  });
  await expect(sign('ana', path)).rejects.toThrow('EEXIST');
});

test('wrong arguments are refused with a sentence', async () => {
  await expect(localCommands['operator keygen'].run([], environment)).rejects.toThrow(
    'the path of a new file',
  );
  await expect(localCommands['operator sign'].run(['x'], environment)).rejects.toThrow('set SALAR_OPERATOR');
  await createKey('ana');
  const founding = (...args: readonly string[]) => localCommands['operator founding-text'].run(args);
  await expect(founding('Host name', `ana=admin=${join(dir, 'ana.pub')}`)).rejects.toThrow('malformed');
  await expect(founding('host', `ana=admin=${join(dir, 'ana')}`)).rejects.toThrow('is not a public key');
});
