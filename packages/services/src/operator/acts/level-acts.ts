/** Lists, shows and decides requests for verification levels. */
import { requestStatuses, requestTransitions } from '@salar/protocol/level-requests';
import type { AccountKind, RequestStatus } from '@salar/protocol/level-requests';
import { fileEndings } from '../../verification/document-content.ts';
import type { LevelRequestEntry, Decision } from '../../verification/level-requests.ts';
import { levelMax } from '../../verification/levels.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, ChangeAct, ActDetails, ActRefused, ReadAct, Row } from '../act.ts';
import { readCustomer, readId, formatTime } from '../act-format.ts';

const companiesOnlyFrom = 3;

export const listLevelRequests: ReadAct = {
  kind: 'read',
  object: () => null,
  async read({ levelRequests }, { status = 'Submitted' }) {
    const wanted = requestStatuses.find((one) => one.toLowerCase() === status.toLowerCase());
    if (wanted === undefined)
      return refuseAct('params_wrong', `there is no status ${status}: ${requestStatuses.join(', ')}`);
    const found = await levelRequests.list(wanted);
    const rows = found.map(({ row, user }) => ({
      request: String(row.requestId),
      level: String(row.level),
      customer: user.userName,
      type: user.accountType,
      submitted: row.submittedAt === null ? '' : formatTime(row.submittedAt),
    }));
    return {
      ok: true,
      text: `${rows.length} level request${rows.length === 1 ? '' : 's'} in ${wanted}.`,
      rows,
    };
  },
};

export const showLevelRequest: ReadAct = {
  kind: 'read',
  object: ({ request = '' }) => `level request ${request}`,
  async read(context, { request = '' }) {
    const found = await readRequest(context, request);
    if (!found.ok) return found;
    const { documents, removed, row } = found.value;
    const present = documents.map((document) => ({
      document: String(document.documentId),
      kind: document.kind,
      type: document.contentType,
      bytes: String(document.sizeBytes),
      issued: document.issuedOn ?? '',
      'called by its owner': document.name,
      removed: '',
    }));
    const gone = removed.map((document) => ({
      document: String(document.documentId),
      kind: document.kind,
      type: document.contentType,
      bytes: String(document.sizeBytes),
      issued: document.issuedOn ?? '',
      'called by its owner': '',
      removed: document.removedAt === null ? '' : formatTime(document.removedAt),
    }));
    const rows: readonly Row[] = [...present, ...gone];
    return {
      ok: true,
      text: `Level request ${row.requestId}: ${row.status}.`,
      facts: { ...(await describeRequest(context, found.value)), ...describeFunds(found.value) },
      rows,
    };
  },
};

/** Reads a document; the audit log has who has seen which document. */
export const readLevelDocument: ReadAct = {
  kind: 'read',
  object: ({ document = '' }) => `level document ${document}`,
  async read({ levelRequests }, { document = '' }) {
    const id = readId(document);
    const found = id === null ? null : await levelRequests.document(id);
    if (id === null || found === null) return refuseAct('not_found', `there is no document ${document}`);
    if (!found.ok) return refuseAct('not_possible', `document ${id} is not handed over: ${found.problem}`);
    const name = `level-document-${id}.${fileEndings[found.contentType]}`;
    return {
      ok: true,
      text: `Document ${id}. Open it on an isolated machine, and delete it when you have decided.`,
      file: { name, base64: found.content.toString('base64') },
    };
  },
};

export const approveLevelRequest = createDecidingAct('Approved');
export const returnLevelRequest = createDecidingAct('Returned');
export const rejectLevelRequest = createDecidingAct('Rejected');

function createDecidingAct(to: Decision['to']): ChangeAct {
  return {
    kind: 'change',
    async check(context, { request = '', reason }) {
      const found = await readRequest(context, request);
      if (!found.ok) return found;
      const { row, user } = found.value;
      const allowed: readonly RequestStatus[] = requestTransitions[row.status];
      if (!allowed.includes(to))
        return refuseAct(
          'not_possible',
          `request ${row.requestId} is ${row.status}: it cannot become ${to} now`,
        );
      const level = await context.ledger.read((view) => view.account(user.accountId)?.level ?? 0);
      if (to === 'Approved' && level < 1) return refuseWithoutIdentity(user.userName);
      return {
        ok: true,
        object: `level request ${row.requestId}`,
        details: {
          ...(await describeRequest(context, found.value)),
          becomes: to,
          ...(reason === undefined ? {} : { 'reason for the customer': reason }),
        },
        needsTwo: to === 'Approved', // it raises limits (security rule A2)
        value: null,
        owner: user.userId,
      };
    },
    async run(context, { request = '', reason }, { operator, proposalId }) {
      const found = await readRequest(context, request);
      if (!found.ok) return found;
      const { requestId, status, level } = found.value.row;
      const comment = reason ?? null;
      const isDecided = await context.levelRequests.decide({ requestId, to, comment, by: operator });
      const wasDone = proposalId !== null && status === to; // repeated after a crash
      if (!isDecided && !wasDone)
        return refuseAct('not_possible', `request ${requestId} was decided meanwhile: nothing was done`);
      const outcome = to === 'Approved' ? `the account has level ${level}` : 'the customer sees the reason';
      return { ok: true, text: `Level request ${requestId} is ${to}: ${outcome}.` };
    },
  };
}

/**
 * Grants a level whose documents were collected by an external form, or gives one back that was taken or fell. None of our requests has
 * the documents, so two decide.
 */
export const grantLevel: ChangeAct = {
  kind: 'change',
  async check(context, { customer = '', level: text = '', reason = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { userId, accountId, userName, accountType } = found.value;
    const level = readId(text);
    if (level === null || level > levelMax)
      return refuseAct('params_wrong', `there is no level ${text} to give`);
    const now = await context.ledger.read((view) => view.account(accountId)?.level);
    if (now === undefined) return refuseAct('not_possible', `${userName} has no account yet`);
    if (now >= level) return refuseAct('not_possible', `${userName} has level ${now} already`);
    if (level > 1 && now < 1) return refuseWithoutIdentity(userName);
    if (level >= companiesOnlyFrom && accountType !== 'Legal entity')
      return refuseAct('not_possible', `level ${level} is for companies, and ${userName} is a person`);
    return {
      ok: true,
      object: `customer ${userName}`,
      details: {
        customer: `${userName} (account ${accountId})`,
        type: accountType,
        'level now': String(now),
        'level to give': String(level),
        reason,
      },
      needsTwo: true,
      value: null,
      owner: userId,
    };
  },
  async run(context, { customer = '', level = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { userName } = found.value;
    if (!(await context.levels.grant(found.value, Number(level)))) return refuseWithoutIdentity(userName);
    return { ok: true, text: `${userName} has level ${level}.` };
  },
};

/** Takes a level and all above it. It protects like a lock, so one operator is enough; to give it back takes two. */
export const takeLevel: ChangeAct = {
  kind: 'change',
  async check(context, { customer = '', level: text = '', reason = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { userId, accountId, userName } = found.value;
    const level = readId(text);
    if (level === null || level > levelMax)
      return refuseAct('params_wrong', `there is no level ${text} to take`);
    const now = await context.ledger.read((view) => view.account(accountId)?.level ?? 0);
    if (now < level) return refuseAct('not_possible', `${userName} has level ${now}`);
    return {
      ok: true,
      object: `customer ${userName}`,
      details: {
        customer: `${userName} (account ${accountId})`,
        'level now': String(now),
        'level after it': String(level - 1),
        'withdrawals above it': 'wait for operators, except payments that have begun',
        reason,
      },
      needsTwo: false,
      value: null,
      owner: userId,
    };
  },
  async run(context, { customer = '', level = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    await context.levels.take(found.value, Number(level));
    return { ok: true, text: `${found.value.userName} has no level ${level} any more.` };
  },
};

const accountTypes: Readonly<Record<string, AccountKind>> = {
  person: 'Natural person',
  company: 'Legal entity',
};

/** Sets whether a customer is a person or a company. */
export const setAccountType: ChangeAct = {
  kind: 'change',
  async check(context, { customer = '', type = '', reason = '' }) {
    const accountType = accountTypes[type];
    if (accountType === undefined)
      return refuseAct('params_wrong', `a customer is a person or a company, not ${type}`);
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { userId, userName } = found.value;
    if (found.value.accountType === accountType)
      return refuseAct('not_possible', `${userName} is a ${type} already`);
    return {
      ok: true,
      object: `customer ${userName}`,
      details: { customer: userName, 'was a': found.value.accountType, 'becomes a': accountType, reason },
      needsTwo: true, // it decides which levels the customer may have
      value: null,
      owner: userId,
    };
  },
  async run(context, { customer = '', type = '' }) {
    const accountType = accountTypes[type];
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    if (accountType === undefined)
      return refuseAct('params_wrong', `a customer is a person or a company, not ${type}`);
    await context.levelRequests.setAccountType(found.value, accountType);
    return { ok: true, text: `${found.value.userName} is a ${accountType}.` };
  },
};

function refuseWithoutIdentity(userName: string): ActRefused {
  return refuseAct('not_possible', `${userName} has no level 1: identity comes first`);
}

async function readRequest(
  { levelRequests }: ActContext,
  text: string,
): Promise<{ readonly ok: true; readonly value: LevelRequestEntry } | ActRefused> {
  const id = readId(text);
  const found = id === null ? null : await levelRequests.findEntry(id);
  return found === null
    ? refuseAct('not_found', `there is no level request ${text}`)
    : { ok: true, value: found };
}

async function describeRequest(
  context: ActContext,
  { row, user, documents, missingDocuments }: LevelRequestEntry,
): Promise<ActDetails> {
  const level = await context.ledger.read((view) => view.account(user.accountId)?.level ?? 0);
  return {
    request: String(row.requestId),
    customer: `${user.userName} (account ${user.accountId})`,
    type: user.accountType,
    'level now': String(level),
    'requested level': String(row.level),
    status: row.status,
    documents: String(documents.length),
    ...(missingDocuments.length === 0 ? {} : { 'still missing': missingDocuments.join(', ') }),
    ...(row.submittedAt === null ? {} : { submitted: formatTime(row.submittedAt) }),
    ...(row.decidedBy === null ? {} : { 'decided by': row.decidedBy }),
    ...(row.comment === null ? {} : { 'comment to the customer': row.comment }),
  };
}

/** Lists the customer's statements on the source of funds; shown only, never stored in the audit log. */
function describeFunds({ funds }: LevelRequestEntry): ActDetails {
  const answered = Object.entries(funds).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    answered.map(([field, value]) => [
      `funds: ${field}`,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
    ]),
  );
}
