import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import { verifyCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileCheckpointSigner } from './checkpoint-signer.ts';

const minuteMs = 60_000;
const [one, other] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
let folder: string;
let path: string;
let now: number;
let conflicts: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-checkpoints-'));
  path = join(folder, 'checkpoints.jsonl');
  now = 1_800_000_000_000;
  conflicts = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(seed = 1): FileCheckpointSigner {
  return new FileCheckpointSigner({
    path,
    root: HDKey.fromMasterSeed(new Uint8Array(64).fill(seed)),
    clock: () => now,
    onConflict: (sentence) => conflicts.push(sentence),
  });
}

async function signOrThrow(
  signer: FileCheckpointSigner,
  sequence: number,
  hash: string,
): Promise<SignedCheckpoint> {
  const signed = await signer.checkpoint({ sequence, hash });
  if (!signed.ok) throw new Error(signed.refusal);
  return signed.value;
}

test('a checkpoint is signed, kept and verified; a changed one is not', async () => {
  const signed = await signOrThrow(open(), 7, one);
  expect(signed).toMatchObject({ sequence: 7, hash: one, at: now });
  expect(verifyCheckpoint(signed)).toBe(true);
  expect(verifyCheckpoint({ ...signed, sequence: 8 })).toBe(false);
  expect(verifyCheckpoint({ ...signed, hash: other })).toBe(false);
  expect(verifyCheckpoint({ ...signed, at: now + 1 })).toBe(false);
  expect(readCheckpoints(path)).toEqual([signed]);
});

test('the key comes from the seed: a restored signer has the same, another seed another', async () => {
  const { key } = await signOrThrow(open(1), 1, one);
  rmSync(path);
  expect((await signOrThrow(open(1), 2, one)).key).toBe(key);
  rmSync(path);
  const foreign = await signOrThrow(open(2), 2, one);
  expect(foreign.key).not.toBe(key);
  expect(verifyCheckpoint({ ...foreign, key })).toBe(false);
});

test('an earlier checkpoint is never replaced, also after a restart, and each attempt is reported', async () => {
  await signOrThrow(open(), 7, one);
  now += minuteMs;
  const signer = open();
  for (const [sequence, hash] of [
    [7, other],
    [6, one],
  ] as const)
    expect(await signer.checkpoint({ sequence, hash })).toEqual({
      ok: false,
      refusal: 'checkpoint_conflict',
    });
  expect(conflicts).toHaveLength(2);
  expect(conflicts[0]).toContain('checkpoint 7');
  expect((await signOrThrow(signer, 8, other)).sequence).toBe(8);
  expect(readCheckpoints(path).map(({ sequence }) => sequence)).toEqual([7, 8]);
});

test('the same checkpoint is returned again, and another within a minute is refused', async () => {
  const signer = open();
  const signed = await signOrThrow(signer, 7, one);
  now += minuteMs - 1;
  expect(await signOrThrow(signer, 7, one)).toEqual(signed);
  const early = await signer.checkpoint({ sequence: 8, hash: one });
  expect(early).toEqual({ ok: false, refusal: 'checkpoint_too_soon' });
  now += 1;
  await signOrThrow(signer, 8, one);
  expect(readCheckpoints(path)).toHaveLength(2);
});

test('a line that a crash cut is dropped; any other wrong line stops the start', async () => {
  await signOrThrow(open(), 7, one);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole + whole.slice(0, 40));
  now += minuteMs;
  await signOrThrow(open(), 8, one);
  expect(readCheckpoints(path).map(({ sequence }) => sequence)).toEqual([7, 8]);
  writeFileSync(path, `${whole}{"sequence":"8"}\n`);
  expect(open).toThrow('line 2: is not a checkpoint of the journal');
});
