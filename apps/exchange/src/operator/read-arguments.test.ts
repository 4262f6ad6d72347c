import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArguments, formatUsage } from './read-arguments.ts';

const asked = (text: string) => readArguments(text.split(' '));

describe('what is typed', () => {
  test.each([
    ['withdrawals show 1001', 'withdrawals show', { ticket: '1001' }],
    ['proposals', 'proposals', {}],
    ['approve 7 --yes', 'approve', { proposal: '7' }],
    ['withdrawals list --status=Submitted', 'withdrawals list', { status: 'Submitted' }],
    ['payout sent 1001 --reference A-1 --json', 'payout sent', { ticket: '1001', reference: 'A-1' }],
    ['payout sent --reference A-1 1001', 'payout sent', { ticket: '1001', reference: 'A-1' }],
    ['customers lock maria --reason --strange', 'customers lock', { customer: 'maria', reason: '--strange' }],
    ['operator add ana --role admin', 'operator add', { name: 'ana', role: 'admin' }],
  ])('%s', (text, command, params) => {
    expect(asked(text)).toMatchObject({ kind: 'asked', asked: { command, params } });
  });

  test('flags are the command line’s own', () => {
    expect(asked('approve 7 --yes --json')).toMatchObject({ asked: { isSure: true, isJson: true } });
    expect(asked('approve 7')).toMatchObject({ asked: { isSure: false, isJson: false } });
  });

  test.each([
    ['withdraw list', 'there is no command withdraw list'],
    ['constructor', 'there is no command constructor'],
    ['withdrawals', 'there is no command withdrawals'],
    ['withdrawals show 1 2', 'withdrawals show has no place for 2'],
    ['withdrawals show 1 --force', 'withdrawals show has no option --force'],
    ['payout sent 1 --reference', '--reference needs a value'],
    ['payout sent 1 --reference A --reference B', '--reference is given twice'],
    ['payout sent 1 --toString A', 'payout sent has no option --toString'],
  ])('%s is wrong: %s', (text, problem) => {
    expect(asked(text)).toEqual({ kind: 'wrong', problem });
  });

  test.each([
    ['help', ''],
    ['help payout', 'payout'],
    ['payout --help', 'payout'],
  ])('%s asks for help', (text, about) => {
    expect(asked(text)).toEqual({ kind: 'help', about });
  });

  test('nothing at all asks for help', () => {
    expect(readArguments([])).toEqual({ kind: 'help', about: '' });
  });

  test('anything typed is read or refused, and never thrown at', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (argv) => {
        expect(['help', 'wrong', 'asked']).toContain(readArguments(argv).kind);
      }),
    );
  });
});

test('how a command is typed', () => {
  expect(formatUsage('payout returned')).toBe('payout returned <ticket> --reason ... [--reference ...]');
});
