/** Manages operators: names, roles and secrets. */
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
      text: 'All operators, present and former.',
      rows: rows.map((row) => ({
        name: row.name,
        role: row.role,
        since: formatTime(row.createdAt),
        state: formatState(row, context.clock()),
      })),
    };
  },
};

function formatState(row: { removedAt: number | null; lockedUntil: number | null }, now: number): string {
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
      return refuseAct('not_possible', `the name ${name} was used before`);
    if (all.length === 0 && role !== 'admin')
      return refuseAct('params_wrong', 'the first operator is an admin');
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role, 'own customer account': params['customer'] ?? 'none' },
      // A single admin decides alone; two decide together, so that none can create a second operator for themselves.
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
    if (secret === null) return refuseAct('not_possible', `the name ${name} was used before`);
    return answerWithSecret(`Operator ${name} has the role ${role}.`, name, secret);
  },
};

export const removeOperatorAct: ChangeAct = {
  kind: 'change',
  async check(context, { name = '', reason = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name === by.name) return refuseAct('not_possible', 'no operator removes themselves');
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role: operator.role, access: 'none from then on', reason },
      needsTwo: await hasOtherManager(context, [by.name, name]),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '' }) {
    await context.operators.remove(name);
    return { ok: true, text: `Operator ${name} no longer has access.` };
  },
};

export const rotateSecret: ChangeAct = {
  kind: 'change',
  async check(context, { name = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name !== by.name && !mayOperator(by.role, 'manage operators'))
      return refuseAct('not_permitted', `the role ${by.role} may not change others' secrets`);
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role: operator.role, secret: 'the old one stops working' },
      // An operator who sets another's secret has seen it: a second admin must agree, where there is one.
      needsTwo: name !== by.name && (await hasOtherManager(context, [by.name, name])),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '' }) {
    const secret = await context.operators.rotate(name);
    if (secret === null) return refuseAct('not_found', `there is no operator ${name}`);
    return answerWithSecret(`Operator ${name} has a new secret.`, name, secret);
  },
};

/** Returns true when an operator other than those named could approve. */
async function hasOtherManager({ operators }: ActContext, besides: readonly string[]): Promise<boolean> {
  const present = await operators.present();
  return present.some((one) => !besides.includes(one.name) && mayOperator(one.role, 'manage operators'));
}

function answerWithSecret(text: string, name: string, secret: string) {
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
      'a name is 2 to 32 lower-case letters, digits, dots and hyphens, a letter first',
    );
  if (!isOperatorRole(role))
    return refuseAct('params_wrong', `a role is ${operatorRoles.join(', ')}, not ${role}`);
  const user = customer === undefined ? null : await readCustomer(context, customer);
  if (user !== null && !user.ok) return user;
  return { ok: true, value: { name, role, userId: user?.value.userId ?? null } };
}
