/** The user of closed-in programs, as root chooses it. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createSandbox } from './sandbox.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'salar-sandbox-')));
chmodSync(folder, 0o755);
const closed = join(folder, 'closed');
mkdirSync(closed, { mode: 0o700 });
for (const parent of [folder, closed]) writeFileSync(join(parent, 'program.js'), '');
const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates the sandbox of a program for a Node in another folder. */
function create({ uid, program, node }: { uid: number; program: string; node: string }) {
  vi.spyOn(process, 'getuid').mockReturnValue(uid);
  process.execPath = join(node, 'node');
  const warnings: object[] = [];
  const log = {
    info: () => undefined,
    warn: (details: object) => warnings.push(details),
    error: () => undefined,
  };
  const { options } = createSandbox(join(program, 'program.js'), { heapMaxMib: 64, log });
  return { user: options.uid, warnings };
}

test('root starts the program as another user, and says nothing', () => {
  expect(create({ uid: 0, program: folder, node: folder })).toEqual({ user: 65_532, warnings: [] });
});

test.each([
  ['program', { program: closed, node: folder }],
  ['Node', { program: folder, node: closed }],
])('where no other user can reach the %s, the program runs as root, with a warning', (_, folders) => {
  const program = join(folders.program, 'program.js');
  expect(create({ uid: 0, ...folders })).toEqual({ user: undefined, warnings: [{ program, closed }] });
});

test('another user than root starts the program as itself', () => {
  expect(create({ uid: 1000, program: closed, node: closed })).toEqual({ user: undefined, warnings: [] });
});
