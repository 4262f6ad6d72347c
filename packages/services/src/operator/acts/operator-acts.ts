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
      needsTwo: (await listOtherManagers(context, by)).length > 0,
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
    const agreement = await findAgreement(context, by, name);
    if (!agreement.ok) return agreement;
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role: operator.role, access: 'none from then on', reason },
      needsTwo: agreement.needsTwo,
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
    // An operator who sets another's key could have its private half.
    const agreement = name === by.name ? agreedAlone : await findAgreement(context, by, name);
    if (!agreement.ok) return agreement;
    return {
      ok: true,
      object: `operator ${name}`,
      details: { name, role: operator.role, key: read.value, 'former key': 'stops working' },
      needsTwo: agreement.needsTwo,
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
    const agreement = await findAgreement(context, by, name);
    if (!agreement.ok) return agreement;
    return {
      ok: true,
      object: `operator ${name}`,
      details: {
        name,
        role: operator.role,
        authenticator: 'removed: the next session enrols another one',
        reason,
      },
      needsTwo: agreement.needsTwo,
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

type Agreement = { readonly ok: true; readonly needsTwo: boolean };
const agreedAlone: Agreement = { ok: true, needsTwo: false };

/**
 * Finds out who must agree that an operator ends or replaces another's access: a third person, where there is more than one admin. One
 * of two admins who did it alone would be the only one, and could then create a second operator for themselves.
 */
async function findAgreement(
  context: ActContext,
  by: Operator,
  name: string,
): Promise<Agreement | ActRefused> {
  const others = await listOtherManagers(context, by);
  if (others.length === 0) return agreedAlone;
  if (others.some((other) => other !== name)) return { ok: true, needsTwo: true };
  return refuseAct(
    'not_possible',
    `${name} is the only other admin, and a third one must agree: have at least three admins`,
  );
}

/** Lists the others who could approve. */
async function listOtherManagers({ operators }: ActContext, by: Operator): Promise<readonly string[]> {
  const present = await operators.present();
  return present
    .filter((one) => one.name !== by.name && mayOperator(one.role, 'manage operators'))
    .map(({ name }) => name);
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
