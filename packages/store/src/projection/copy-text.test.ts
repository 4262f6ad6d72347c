import { expect, test } from 'vitest';
import { CopyText } from './copy-text.ts';

test('rows are returned as they were added, however many', () => {
  const text = new CopyText();
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i}\t${-i}\n`);
  for (const row of rows) text.add(row);
  expect(Buffer.from(text.take()).toString('latin1')).toBe(rows.join(''));
});

test('bytes that were taken do not change when more rows are added', () => {
  const text = new CopyText();
  text.add('1\n');
  const taken = text.take();
  text.add('2\n');
  expect(Buffer.from(taken).toString('latin1')).toBe('1\n');
  expect(text.take().length).toBe(2);
  expect(text.take().length).toBe(0);
});

test('a row longer than the buffer still fits', () => {
  const text = new CopyText();
  const row = `${'9'.repeat(300_000)}\n`;
  text.add(row);
  expect(text.take().length).toBe(row.length);
});
