import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveAttachment } from './save-attachment.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-file-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const answerWith = (name: string) =>
  ({
    ok: true,
    text: 'document 7.',
    file: { name, base64: Buffer.from('%PDF-').toString('base64') },
  }) as const;

test('a file is readable by its owner only, and the answer has its path', () => {
  const path = join(dir, 'level-document-7.pdf');
  expect(saveAttachment(answerWith('level-document-7.pdf'), dir)).toEqual({
    ok: true,
    text: 'document 7.',
    facts: { file: path },
  });
  expect(readFileSync(path, 'utf8')).toBe('%PDF-');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('no file is overwritten, and nothing is written outside the directory', () => {
  saveAttachment(answerWith('../../level-document-7.pdf'), dir);
  expect(readFileSync(join(dir, 'level-document-7.pdf'), 'utf8')).toBe('%PDF-');
  expect(() => saveAttachment(answerWith('level-document-7.pdf'), dir)).toThrow('EEXIST');
});

test('other answers are unchanged', () => {
  const refused = { ok: false, refusal: 'not_found', text: 'there is no document 9' } as const;
  expect(saveAttachment(refused, dir)).toBe(refused);
});
