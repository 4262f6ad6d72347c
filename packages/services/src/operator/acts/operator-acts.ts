/** Operators about themselves: who works here, and with which secret. */
import { refuseAct } from '../act.ts';
import type { ActContext, ChangeAct, ActRefused, Params, ReadAct } from '../act.ts';
import { readCustomer, formatTime } from '../act-format.ts';
import type { Operator } from '../operator-registry.ts';
import { isOperatorRole, mayOperator, operatorRoles } from '../permissions.ts';

const namePattern = /^[a-z][a-z0-9.-]{1,31}$/;

export const listOperatorsAct: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const rows = await context.operators.all();
    return {
      ok: true,
      text: 'Everyone who works here, or did.',
      rows: rows.map((row) => ({
        name: row.name,
        role: row.role,
        since: formatTime(row.createdAt),
        state: stateOf(row, context.clock()),
      })),
    };
  },
};

function stateOf(row: { removedAt: number | null; lockedUntil: number | null }, now: number): string {
  if (row.removedAt !== null) return `removed ${formatTime(row.removedAt)}`;
  return row.lockedUntil !== null && row.lockedUntil > now
    ? `locked until ${formatTime(row.lockedUntil)}`
    : 'works';
}

export const addOperator: ChangeAct = {
  kind: 'change',
  async check(context, params, by) {
    const read = await readNewOperator(context, params);
    if (!read.ok) return read;
    const { name, role } = read.value;
    const all = await context.operators.all();
    if (all.some((row) => row.name === name))
      return refuseAct('not_possible', `the name ${name} was given before`);
    if (all.length === 0 && role !== 'admin')
      return refuseAct('params_wrong', 'the first operator is an admin');
    return {
      ok: true,
      object: `operator ${name}`,
      facts: { name, role, 'own customer account': params['customer'] ?? 'none' },
      // An admin alone has nobody to ask; two are asked, or one could make a second pair of hands.
      needsTwo: await hasOtherManager(context, [by.name]),
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readNewOperator(context, params);
    if (!read.ok) return read;
    const { name, role } = read.value;
    const secret = await context.operators.add(read.value);
    if (secret === null) return refuseAct('not_possible', `the name ${name} was given before`);
    return secretAnswer(`Operator ${name} has the role ${role}.`, name, secret);
  },
};

export const removeOperatorAct: ChangeAct = {
  kind: 'change',
  async check(context, { name = '', reason = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name === by.name) return refuseAct('not_possible', 'nobody removes themselves');
    return {
      ok: true,
      object: `operator ${name}`,
      facts: { name, role: operator.role, access: 'none from then on', reason },
      needsTwo: await hasOtherManager(context, [by.name, name]),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '' }) {
    await context.operators.remove(name);
    return { ok: true, text: `Operator ${name} has no access any more.` };
  },
};

export const rotateSecret: ChangeAct = {
  kind: 'change',
  async check(context, { name = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name !== by.name && !mayOperator(by.role, 'manage operators'))
      return refuseAct('not_permitted', `the role ${by.role} changes nobody else's secret`);
    return {
      ok: true,
      object: `operator ${name}`,
      facts: { name, role: operator.role, secret: 'the one before works no more' },
      // Who gives another a secret knows it: a second admin must agree, where there is one.
      needsTwo: name !== by.name && (await hasOtherManager(context, [by.name, name])),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '' }) {
    const secret = await context.operators.rotate(name);
    if (secret === null) return refuseAct('not_found', `there is no operator ${name}`);
    return secretAnswer(`Operator ${name} has a new secret.`, name, secret);
  },
};

/** Somebody besides those named could agree. */
async function hasOtherManager(
  { operators: register }: ActContext,
  besides: readonly string[],
): Promise<boolean> {
  const present = await register.present();
  return present.some((one) => !besides.includes(one.name) && mayOperator(one.role, 'manage operators'));
}

function secretAnswer(text: string, name: string, secret: string) {
  return {
    ok: true,
    text: `${text} The secret is shown now and never again.`,
    facts: { SALAR_OPERATOR: `${name}:${secret}` },
  } as const;
}

async function readNewOperator(
  context: ActContext,
  { name = '', role = '', customer }: Params,
): Promise<{ ok: true; value: Operator } | ActRefused> {
  if (!namePattern.test(name))
    return refuseAct(
      'params_wrong',
      'a name is 2 to 32 small letters, digits, dots and hyphens, a letter first',
    );
  if (!isOperatorRole(role))
    return refuseAct('params_wrong', `a role is ${operatorRoles.join(', ')}, not ${role}`);
  const user = customer === undefined ? null : await readCustomer(context, customer);
  if (user !== null && !user.ok) return user;
  return { ok: true, value: { name, role, userId: user?.value.userId ?? null } };
}
