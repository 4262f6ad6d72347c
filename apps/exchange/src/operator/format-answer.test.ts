import { describe, expect, test } from 'vitest';
import { formatHelp, formatAnswer, escapeInvisible } from './format-answer.ts';

describe('answers on a terminal', () => {
  test('a sentence, details line by line, rows as a table with right-aligned amounts', () => {
    const answer = {
      ok: true,
      text: 'two payouts.',
      facts: { ticket: '1001', 'receiver gets': '5 COP' },
      rows: [
        { ticket: '1001', amount: '250000.5', to: 'a' },
        { ticket: '1002', amount: '5', to: 'bcd' },
      ],
    } as const;
    expect(formatAnswer(answer)).toBe(
      [
        'Two payouts.',
        '',
        '  ticket         1001',
        '  receiver gets  5 COP',
        '',
        'ticket    amount  to',
        '--------------------',
        '  1001  250000.5  a',
        '  1002         5  bcd',
      ].join('\n'),
    );
  });

  test('a refusal with its code', () => {
    expect(formatAnswer({ ok: false, refusal: 'not_found', text: 'there is no withdrawal 9' })).toBe(
      'There is no withdrawal 9 (not_found)',
    );
  });

  test.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\r\nb', 'a\\u{d}\\u{a}b'],
    ['\u202eevil', '\\u{202e}evil'],
    ['João ñ 日本', 'João ñ 日本'],
  ])("invisible characters of a customer's text are escaped: %j", (text, shown) => {
    expect(escapeInvisible(text)).toBe(shown);
    expect(
      formatAnswer({ ok: true, text: 'x', facts: { name: text }, rows: [{ name: text }] }),
    ).not.toContain('\u001b');
  });
});

test('help lists every command, or the requested ones', () => {
  expect(formatHelp('')).toContain('withdrawals accept <ticket>');
  expect(formatHelp('payout')).toContain('payout settled <ticket>');
  expect(formatHelp('payout')).not.toContain('withdrawals accept');
  expect(formatHelp('nothing')).toContain('no command nothing');
});
