import { describe, expect, test } from 'vitest';
import { operatorCommand, operatorCommands } from './commands.ts';
import type { OperatorCommandName } from './commands.ts';
import { isOperatorRole, mayOperator, operatorRoles, permissionTable } from './permissions.ts';
import type { OperatorPermission, OperatorRole } from './permissions.ts';

const permissions = Object.keys(permissionTable) as OperatorPermission[];
const commands = Object.keys(operatorCommands) as OperatorCommandName[];
const reading: readonly OperatorPermission[] = ['work here', 'read tickets', 'read customers'];

describe('permissions of roles', () => {
  test.each([
    ['support', reading],
    [
      'finance',
      [
        ...reading,
        'work payouts',
        'read bank accounts',
        'book bank movements',
        'adjust balances',
        'fund quotes',
        'set fees',
        'refill hot wallets',
        'read comparisons',
      ],
    ],
    [
      'risk',
      [
        ...reading,
        'decide withdrawals',
        'read bank accounts',
        'lock customers',
        'reset factors',
        'read level requests',
        'decide levels',
        'halt products',
        'control markets',
        'set prices',
        'read comparisons',
        'explain differences',
        'read the record',
      ],
    ],
    ['admin', permissions],
  ] as const)('%s', (role: OperatorRole, expected: readonly OperatorPermission[]) => {
    expect(permissions.filter((permission) => mayOperator(role, permission)).sort()).toEqual(
      [...expected].sort(),
    );
  });

  // covers: session.11
  test('support changes nothing of a customer', () => {
    const changing = commands.filter((name) => operatorCommand(name).asksFirst);
    const allowed = changing.filter((name) => mayOperator('support', operatorCommand(name).permission));
    // Approving needs the permission of the act itself, and operators may change their own secret.
    expect(allowed.sort()).toEqual(['approve', 'operator rotate']);
  });

  test('only an admin manages operators, and no role but admin both accepts and pays withdrawals', () => {
    expect(permissionTable['manage operators']).toEqual(['admin']);
    const both = operatorRoles.filter(
      (role) => mayOperator(role, 'decide withdrawals') && mayOperator(role, 'work payouts'),
    );
    expect(both).toEqual(['admin']);
  });

  test('every role is in the table', () => {
    expect(isOperatorRole('admin')).toBe(true);
    expect(isOperatorRole('toString')).toBe(false);
  });
});
