import { describe, expect, test } from 'vitest';
import { acts } from './acts/index.ts';
import { isOperatorCommand, operatorCommand, operatorCommands, paramsProblem } from './commands.ts';
import type { OperatorCommandName } from './commands.ts';

const names = Object.keys(operatorCommands) as OperatorCommandName[];

describe('the commands of operators', () => {
  test('each has an act', () => {
    const sessions = ['session enrol', 'session start', 'session end'];
    const known = [...Object.keys(acts), 'proposals', 'approve', 'decline', ...sessions];
    expect(names.slice().sort()).toEqual(known.sort());
    expect(isOperatorCommand('constructor')).toBe(false);
    // Any other name cannot be signed.
    for (const name of names) expect(name).toMatch(/^[a-z]+( [a-z]+)?$/);
  });

  test('commands with effects require confirmation, except those that only add an operator', () => {
    const unconfirmed = Object.entries(acts)
      .filter(
        ([name, act]) => act.kind === 'change' && !operatorCommand(name as OperatorCommandName).asksFirst,
      )
      .map(([name]) => name);
    expect(unconfirmed).toEqual(['operator add']);
    for (const [name, act] of Object.entries(acts))
      if (act.kind === 'read') expect(operatorCommand(name as OperatorCommandName).asksFirst).toBe(false);
  });

  test.each([
    ['withdrawals reject', { ticket: '1001', reason: 'the name differs' }, null],
    ['withdrawals list', {}, null],
    ['withdrawals list', { status: 'Submitted' }, null],
    ['withdrawals reject', { reason: 'x' }, 'which ticket?'],
    ['withdrawals reject', { ticket: '1001' }, 'it needs --reason'],
    ['withdrawals reject', { ticket: '1001', reason: '   ' }, 'it needs --reason'],
    ['withdrawals reject', { ticket: '1001', reason: 'x', force: '1' }, 'it takes no force'],
    [
      'withdrawals reject',
      { ticket: '1001', reason: 'x'.repeat(201) },
      'reason is longer than 200 characters',
    ],
    [
      'withdrawals reject',
      { ticket: '1001', reason: 'red \u001b[31m' },
      'reason has characters that cannot be seen',
    ],
    [
      'withdrawals reject',
      { ticket: '1001', reason: 'turned \u202e' },
      'reason has characters that cannot be seen',
    ],
    [
      'withdrawals reject',
      { ticket: '1001', reason: 'two\nlines' },
      'reason has characters that cannot be seen',
    ],
  ] as const)('%s %j', (name, params, problem) => {
    expect(paramsProblem(operatorCommand(name), params)).toBe(problem);
  });
});
