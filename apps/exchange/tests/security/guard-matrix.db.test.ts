/**
 * The guard, call by call: every id that a request can carry, in every invalid form, from every kind of caller, on
 * each transport (security rule G12). It is generated from the registry, so that a declared call is covered.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAnswerBody } from '../../src/gateway/call-dispatcher.ts';
import type { Call, SessionCall } from '../../src/gateway/call.ts';
import { notYours } from '../../src/gateway/guard/guard.ts';
import { calls } from '../../src/gateway/calls/registry.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { GatewayWorld } from '../support/gateway-world.ts';
import {
  isCredential,
  isObjectField,
  listRequestFields,
  listUnsortedFields,
} from '../support/guard-fields.ts';
import type { RequestField } from '../support/guard-fields.ts';
import { customerWithEverything, missingLike, createCallers } from '../support/guard-callers.ts';
import type { Belongings, GuardCaller } from '../support/guard-callers.ts';

let world: GatewayWorld;
let joao: Belongings;
let callers: readonly GuardCaller[];
beforeAll(async () => {
  world = await openGatewayWorld();
  joao = await customerWithEverything(world);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  callers = await createCallers(world, `ws://127.0.0.1:${port}/WSGateway`);
});
afterAll(async () => {
  for (const { socket } of callers) socket.socket.terminate();
  await world.close();
});

const transports = ['GET', 'POST', 'socket'] as const;
/** `order reader`: a POST that our own reader of HTTP reads. */
type Transport = (typeof transports)[number] | 'order reader';
type Wrongness = 'foreign' | 'missing' | 'malformed' | 'overlong' | 'null' | 'zero' | 'left out';
/** An answer on its transport: status or kind of frame, and the body. */
type Answer = string;

const malformed = ['x', -1, 1.5, '1e3', true, [], {}, ['1']];
const malformedTexts = ['x', '-1', '1.5', '1e3', 'true', '[]'];
const whoFields: readonly string[] = ['AccountId', 'UserId', 'OMSId'];

/** The values of one field. */
function listValues(
  { field }: RequestField,
  transport: Transport,
  turn: number,
): Readonly<Record<Wrongness, unknown>> {
  const foreign = field === 'OMSId' ? 2 : isObjectField(field) ? joao.ids[field] : null;
  const bad = transport === 'GET' ? malformedTexts : malformed;
  return {
    foreign,
    missing: foreign === null ? null : missingLike(foreign),
    malformed: bad[turn % bad.length],
    overlong: '9'.repeat(300),
    null: transport === 'GET' ? '' : null,
    zero: 0,
    'left out': undefined,
  };
}

/** Returns the example of a call without the caller's ids, with one value in one field. */
function inputWith({ example, bareList }: Call, { field, isNested }: RequestField, value: unknown): object {
  const input = withoutWho(example.input);
  if (!isNested) return { ...input, [field]: value };
  const [request] = example.input[bareList ?? ''] as readonly Readonly<Record<string, unknown>>[];
  return { ...input, [bareList ?? '']: [{ ...withoutWho(request ?? {}), [field]: value }] };
}

function withoutWho(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(input).filter(([name]) => name !== 'AccountId' && name !== 'UserId');
  const plain = entries.map(([name, value]) => [
    name,
    Array.isArray(value) && typeof value[0] === 'object' ? (value as readonly object[]).map(whoLess) : value,
  ]);
  return Object.fromEntries(plain) as Readonly<Record<string, unknown>>;
}
const whoLess = (one: object) => withoutWho(one as Readonly<Record<string, unknown>>);

async function ask(
  { headers, socket }: GuardCaller,
  transport: Transport,
  { name }: Call,
  input: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  if (transport === 'socket') {
    const { m, o } = await socket.request(name, input);
    return `${m} ${o}`;
  }
  if (transport === 'order reader') {
    const { status, text } = await world.orderClient.post(
      `/AP/${name}`,
      { ...headers, ...more },
      JSON.stringify(input),
    );
    return `${status} ${text}`;
  }
  const texts = Object.entries(input).filter(([, value]) => value !== undefined && typeof value !== 'object');
  const query = new URLSearchParams(texts.map(([field, value]): [string, string] => [field, String(value)]));
  const response = await world.app.inject({
    method: transport,
    headers: { ...headers, ...more },
    ...(transport === 'GET'
      ? { url: `/AP/${name}?${query.toString()}` }
      : { url: `/AP/${name}`, payload: JSON.stringify(input) }),
  });
  return `${response.statusCode} ${response.body}`;
}

const isHttp = (transport: Transport) => transport !== 'socket';
const getTransports = (call: Call): readonly Transport[] => {
  if (call.transport === 'socket') return ['socket'];
  return getHttpTransports(call).concat('socket');
};
const getHttpTransports = ({ name }: Call): readonly Transport[] =>
  world.orderClient.reads('POST', `/AP/${name}`) ? ['GET', 'POST', 'order reader'] : ['GET', 'POST'];
const unknownTo = (transport: Transport): Answer =>
  isHttp(transport) ? '401 NOT AUTHORIZED' : `5 ${writeAnswerBody(calls[0] as Call, notYours)}`;
const forbidden = (call: Call, transport: Transport): Answer =>
  `${isHttp(transport) ? 200 : 1} ${writeAnswerBody(call, notYours)}`;

/** Returns what is wrong with the answers about one field; empty when they are correct. */
function findFaults(
  call: Call,
  transport: Transport,
  { field, isNested }: RequestField,
  answers: Readonly<Record<Wrongness, Answer>>,
): readonly string[] {
  const faults: string[] = [];
  const isCallerField = whoFields.includes(field) && !(call.auth === 'public' && field !== 'OMSId');
  const isInvalid = (text: Answer) =>
    text.includes('"errorcode":100') && text.includes(`"detail":"Invalid ${field}"`);
  if (answers.foreign !== answers.missing) faults.push('foreign and missing differ');
  if (isCallerField && field !== 'OMSId' && answers.foreign !== forbidden(call, transport))
    faults.push('foreign is accepted');
  if (isCallerField && field === 'OMSId' && !isInvalid(answers.foreign))
    faults.push('another OMS is accepted');
  if (isCallerField && !(isInvalid(answers.malformed) && isInvalid(answers.overlong)))
    faults.push('malformed is accepted');
  for (const none of ['null', 'zero'] as const)
    if (
      isCallerField &&
      answers[none] === forbidden(call, transport) &&
      answers['left out'] !== answers[none]
    )
      faults.push(`${none} is not the caller’s own`);
  for (const [wrongness, text] of Object.entries(answers)) {
    if (/^5\d\d |"errorcode":102,"detail":"[\da-f]{8}-/.test(text)) faults.push(`${wrongness} is a fault`);
    if (joao.marks.some((mark) => text.includes(mark))) faults.push(`${wrongness} tells of somebody else`);
  }
  return faults.map((fault) => `${transport} ${isNested ? 'Requests.' : ''}${field}: ${fault}`);
}

async function collectAnswers(
  caller: GuardCaller,
  transport: Transport,
  call: Call,
  place: RequestField,
  values: Partial<Record<Wrongness, unknown>>,
): Promise<Record<Wrongness, Answer>> {
  const requested = Object.entries(values).map(
    async ([wrongness, value]) =>
      [wrongness, await ask(caller, transport, call, inputWith(call, place, value))] as const,
  );
  return Object.fromEntries(await Promise.all(requested)) as Record<Wrongness, Answer>;
}

/** The fields of a session call that identify its subject: its own, and those of each request in it. */
function listCallerFields(call: Call): readonly RequestField[] {
  const own = whoFields.map((field) => ({ field, isNested: false }));
  return call.bareList === undefined ? own : [...own, ...own.map((place) => ({ ...place, isNested: true }))];
}

/** The fields that a transport can carry: a query has no lists. */
function placesBy(call: Call, transport: Transport): readonly RequestField[] {
  const objects = listRequestFields(call).filter(
    ({ field }) => isObjectField(field) && !whoFields.includes(field),
  );
  const all = [
    ...(call.auth === 'session' ? listCallerFields(call) : [omsPlace]),
    ...objects,
    ...listClaims(call),
  ];
  return all.filter(
    ({ field, isNested }) => !(isNested && transport === 'GET') && !isCredential(call, field),
  );
}
const omsPlace: RequestField = { field: 'OMSId', isNested: false };

/** The claimed user of a public call; a code proves the claim. */
function listClaims(call: Call): readonly RequestField[] {
  if (call.auth === 'session') return [];
  const declared = listRequestFields(call).filter(({ field }) => field === 'AccountId' || field === 'UserId');
  const isClaimed = call.subject?.UserId === 'claimedUser';
  return isClaimed ? [{ field: 'UserId', isNested: false }, ...declared] : declared;
}

const sessionCalls = calls.filter((call): call is SessionCall => call.auth === 'session');
const publicCalls = calls.filter((call) => call.auth === 'public');

// covers: session.10
test.each(calls.map((call) => [call.name, call] as const))(
  'G12 every id of %s is classified',
  (_name, call) => {
    expect(listUnsortedFields(call)).toEqual([]);
  },
);

describe('G12 a call of a session', () => {
  test.each(sessionCalls.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const faults: string[] = [];
    for (const transport of getTransports(call))
      for (const caller of callers) {
        const isAllowed = caller.may(call);
        const expected = caller.standing === 'none' ? unknownTo(transport) : forbidden(call, transport);
        const requested = placesBy(call, transport).map(async (place, turn) => {
          const { null: none, zero, 'left out': leftOut, ...wrong } = listValues(place, transport, turn);
          // Referring to oneself would end the session that the next rows need; own-sessions covers it.
          const values =
            isAllowed && call.session === 'ends'
              ? wrong
              : { ...wrong, null: none, zero, 'left out': leftOut };
          const answers = await collectAnswers(caller, transport, call, place, values);
          if (isAllowed)
            return findFaults(call, transport, place, answers).map((fault) => `${caller.name}, ${fault}`);
          const others = Object.entries(answers).filter(([, text]) => text !== expected);
          return others.map(
            ([wrongness, text]) => `${caller.name}, ${transport} ${place.field} ${wrongness}: ${text}`,
          );
        });
        faults.push(...(await Promise.all(requested)).flat());
      }
    expect(faults).toEqual([]);
  });

  test.each(
    sessionCalls.filter(({ transport }) => transport !== 'socket').map((call) => [call.name, call] as const),
  )('%s, R2 with a header for another user', async (_name, call) => {
    for (const caller of callers.filter(({ standing }) => standing === 'person'))
      for (const transport of getHttpTransports(call))
        for (const userid of [joao.owner.userId, 999_999_999, 'x', '0', '9'.repeat(300)])
          expect(
            await ask(caller, transport, call, withoutWho(call.example.input), { userid: String(userid) }),
          ).toBe(forbidden(call, transport));
  });
});

describe('G12 a public call', () => {
  test.each(publicCalls.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const [nobody] = callers;
    if (nobody === undefined) throw new Error('the caller without a session is missing');
    for (const transport of getTransports(call)) {
      const requested = placesBy(call, transport).map(async (place, turn) => {
        const answers = await collectAnswers(
          nobody,
          transport,
          call,
          place,
          listValues(place, transport, turn),
        );
        return findFaults(call, transport, place, answers);
      });
      expect((await Promise.all(requested)).flat()).toEqual([]);
    }
  });
});

test('the objects of the test still exist, unchanged', async () => {
  const { owner, ids } = joao;
  const ask = async (name: string, body: object = {}) => (await owner.call(name, body)).text;
  expect(await ask('GetOrderStatus', { OrderId: ids.OrderId })).toContain('"OrderState":"Working"');
  expect(await ask('GetOrders', { OriginalClientOrderId: ids.ClientOrderId })).toContain(`:${ids.OrderId}`);
  expect(await ask('GetAccountTrades', { TradeId: ids.TradeId })).toContain(`"TradeId":${ids.TradeId}`);
  const { TransactionId } = ids;
  expect(await ask('GetAccountTransactions', { TransactionId })).toContain(
    `"TransactionId":${TransactionId}`,
  );
  expect(await ask('GetWithdrawTicket', { RequestCode: ids.RequestCode })).toContain('"Status":"Pending2Fa"');
  expect(await ask('GetAccountWithdrawInfos')).toContain(String(ids.AccountWithdrawInfoId));
  expect(await ask('GetUserAPIKeys')).toContain(`"Permissions":["Trading"]`);
  expect(await ask('GetUserSessions')).toContain(String(ids.SessionId));
  expect(await ask('GetPasskeys')).toContain(String(ids.PasskeyId));
  expect(await ask('GetLevelRequest', { Level: 2 })).toContain(`"DocumentId":${ids.DocumentId}`);
});
