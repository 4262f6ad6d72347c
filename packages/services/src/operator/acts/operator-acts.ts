/** Manages operators: names, roles and public keys. */
import { formatSigningKey, readSigningKey } from '@salar/approvals/signing-key';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
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

function formatState(row: Pick<OperatorRow, 'publicKey' | 'removedAt' | 'lockedUntil'>, now: number): string {
  if (row.removedAt !== null) return `removed ${formatTime(row.removedAt)}`;
  if (row.lockedUntil !== null && row.lockedUntil > now) return `locked until ${formatTime(row.lockedUntil)}`;
  return row.publicKey === null ? 'has no key' : 'works';
}

export const addOperator: ChangeAct = {
  kind: 'change',
  async check(context, params, by) {
    const read = await readNewOperator(context, params);
    if (!read.ok) return read;
    const { name, role, publicKey } = read.value;
    const all = await context.operators.all();
    if (all.some((row) => row.name === name))
      return refuseAct('not_possible', `the name ${name} was used before`);
    if (all.length === 0 && role !== 'admin')
      return refuseAct('params_wrong', 'the first operator is an admin');
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role, key: publicKey, 'own customer account': params['customer'] ?? 'none' },
      // A single admin decides alone; two decide together, so that none can create a second operator for themselves.
      needsTwo: await hasOtherManager(context, [by.name]),
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readNewOperator(context, params);
    if (!read.ok) return read;
    const { name, role, publicKey } = read.value;
    const isNew = await context.operators.add(read.value);
    if (!isNew) return refuseAct('not_possible', `the name ${name} was used before`);
    return {
      ok: true,
      text: `Operator ${name} has the role ${role}.`,
      facts: { name, role, key: publicKey },
    };
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

export const rotateKey: ChangeAct = {
  kind: 'change',
  async check(context, { name = '', key = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name !== by.name && !mayOperator(by.role, 'manage operators'))
      return refuseAct('not_permitted', `the role ${by.role} may not change others' keys`);
    const read = await readOwnKey(context, key);
    if (!read.ok) return read;
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role: operator.role, key: read.value, 'former key': 'stops working' },
      // An operator who sets another's key could have its private half: a second admin must agree, where there is one.
      needsTwo: name !== by.name && (await hasOtherManager(context, [by.name, name])),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '', key = '' }) {
    const read = await readOwnKey(context, key);
    if (!read.ok) return read;
    const isChanged = await context.operators.rotate(name, read.value);
    if (!isChanged) return refuseAct('not_found', `there is no operator ${name}`);
    return { ok: true, text: `Operator ${name} has a new key.`, facts: { name, key: read.value } };
  },
};

export const unenrolOperator: ChangeAct = {
  kind: 'change',
  async check(context, { name = '', reason = '' }, by) {
    const operator = await context.operators.find(name);
    if (operator === null) return refuseAct('not_found', `there is no operator ${name}`);
    if (name === by.name) return refuseAct('not_possible', 'no operator removes their own authenticator');
    return {
      ok: true,
      object: `operator ${name}`,
      details: {
        name,
        role: operator.role,
        authenticator: 'removed: the next session enrols another one',
        reason,
      },
      needsTwo: await hasOtherManager(context, [by.name, name]),
      value: null,
      owner: null,
    };
  },
  async run(context, { name = '' }) {
    const isRemoved = await context.operators.removeFactor(name);
    if (!isRemoved) return refuseAct('not_possible', `operator ${name} has no authenticator`);
    return { ok: true, text: `The authenticator of ${name} is removed.` };
  },
};

/** Returns true when an operator other than those named could approve. */
async function hasOtherManager({ operators }: ActContext, besides: readonly string[]): Promise<boolean> {
  const present = await operators.present();
  return present.some((one) => !besides.includes(one.name) && mayOperator(one.role, 'manage operators'));
}

/**
 * Reads a key that no operator has, present or former: one key stands for one person.
 *
 * @returns its canonical text
 */
async function readOwnKey(
  { operators }: ActContext,
  text: string,
): Promise<{ ok: true; value: string } | ActRefused> {
  const key = readSigningKey(text);
  if (!key.ok || key.value.kind === 'webauthn')
    return refuseAct(
      'params_wrong',
      'a key is the public half of operator keygen or of an Ed25519 key of OpenSSH',
    );
  const bytes = Buffer.from(key.value.publicKey);
  const owner = (await operators.all()).find(({ publicKey }) => {
    const known = publicKey === null ? null : readSigningKey(publicKey);
    return known?.ok === true && bytes.equals(known.value.publicKey);
  });
  if (owner !== undefined) return refuseAct('not_possible', `the key is already that of ${owner.name}`);
  return { ok: true, value: formatSigningKey(key.value) };
}

async function readNewOperator(
  context: ActContext,
  { name = '', role = '', key = '', customer }: Params,
): Promise<{ ok: true; value: Operator & { readonly publicKey: string } } | ActRefused> {
  if (!namePattern.test(name))
    return refuseAct(
      'params_wrong',
      'a name is 2 to 32 lower-case letters, digits, dots and hyphens, a letter first',
    );
  if (!isOperatorRole(role))
    return refuseAct('params_wrong', `a role is ${operatorRoles.join(', ')}, not ${role}`);
  const user = customer === undefined ? null : await readCustomer(context, customer);
  if (user !== null && !user.ok) return user;
  const read = await readOwnKey(context, key);
  if (!read.ok) return read;
  return { ok: true, value: { name, role, publicKey: read.value, userId: user?.value.userId ?? null } };
}
