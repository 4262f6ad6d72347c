import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArguments, formatUsage } from './read-arguments.ts';

const read = (text: string) => readArguments(text.split(' '));

describe('arguments', () => {
  test.each([
    ['withdrawals show 1001', 'withdrawals show', { ticket: '1001' }],
    ['proposals', 'proposals', {}],
    ['approve 7 --yes', 'approve', { proposal: '7' }],
    ['withdrawals list --status=Submitted', 'withdrawals list', { status: 'Submitted' }],
    ['payout sent 1001 --reference A-1 --json', 'payout sent', { ticket: '1001', reference: 'A-1' }],
    ['payout sent --reference A-1 1001', 'payout sent', { ticket: '1001', reference: 'A-1' }],
    ['customers lock maria --reason --strange', 'customers lock', { customer: 'maria', reason: '--strange' }],
    [
      'operator add ana --role admin --key k.pub',
      'operator add',
      { name: 'ana', role: 'admin', key: 'k.pub' },
    ],
  ])('%s', (text, command, params) => {
    expect(read(text)).toMatchObject({ kind: 'command', command: { name: command, params } });
  });

  test('flags are read separately', () => {
    expect(read('approve 7 --yes --json')).toMatchObject({ command: { isSure: true, isJson: true } });
    expect(read('approve 7')).toMatchObject({ command: { isSure: false, isJson: false } });
  });

  test.each([
    ['withdraw list', 'unknown command withdraw list'],
    ['constructor', 'unknown command constructor'],
    ['withdrawals', 'unknown command withdrawals'],
    ['withdrawals show 1 2', 'withdrawals show takes no argument 2'],
    ['withdrawals show 1 --force', 'withdrawals show has no option --force'],
    ['payout sent 1 --reference', '--reference needs a value'],
    ['payout sent 1 --reference A --reference B', '--reference is given twice'],
    ['payout sent 1 --toString A', 'payout sent has no option --toString'],
  ])('%s is refused: %s', (text, problem) => {
    expect(read(text)).toEqual({ kind: 'usageError', problem });
  });

  test.each([
    ['help', ''],
    ['help payout', 'payout'],
    ['payout --help', 'payout'],
  ])('%s shows help', (text, about) => {
    expect(read(text)).toEqual({ kind: 'help', about });
  });

  test('commands of the operator’s own machine are separate', () => {
    expect(read('operator keygen ana.key')).toEqual({
      kind: 'local',
      command: 'operator keygen',
      args: ['ana.key'],
    });
  });

  test('the server of a command is separate from its parameters', () => {
    expect(read('proposals --server 10.0.0.7:8444 --server-certificate operators.crt')).toMatchObject({
      command: { params: {}, server: '10.0.0.7:8444', certificate: 'operators.crt' },
    });
    expect(read('proposals')).toMatchObject({ command: { server: null, certificate: null } });
  });

  test('named files are repeated', () => {
    expect(read('operator found --document d --signature ana=a --signature carla=b')).toMatchObject({
      command: { params: { document: 'd', signature: 'ana=a\ncarla=b' } },
    });
  });

  test('no arguments show help', () => {
    expect(readArguments([])).toEqual({ kind: 'help', about: '' });
  });

  test('any arguments are read or refused, without throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (argv) => {
        expect(['help', 'usageError', 'local', 'command']).toContain(readArguments(argv).kind);
      }),
    );
  });
});

test('formats the usage of a command', () => {
  expect(formatUsage('payout returned')).toBe('payout returned <ticket> --reason ... [--reference ...]');
});
