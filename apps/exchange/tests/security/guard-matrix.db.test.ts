/**
 * The guard, call by call: every id that a request can carry, of every kind of wrongness, from everybody, by every door
 * (security rule G12). All of it is made from the registry; a new call is in it by being declared.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAnswerBody } from '../../src/gateway/call-dispatcher.ts';
import type { Call, SessionCall } from '../../src/gateway/call.ts';
import { notYours } from '../../src/gateway/guard/guard.ts';
import { calls } from '../../src/gateway/calls/registry.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { GatewayWorld } from '../support/gateway-world.ts';
import { isCredential, isObjectField, listPlaces, listUnsortedFields } from '../support/guard-fields.ts';
import type { Place } from '../support/guard-fields.ts';
import { customerWithEverything, missingLike, createVisitors } from '../support/guard-callers.ts';
import type { Belongings, Visitor } from '../support/guard-callers.ts';

let world: GatewayWorld;
let joao: Belongings;
let visitors: readonly Visitor[];
beforeAll(async () => {
  world = await openGatewayWorld();
  joao = await customerWithEverything(world);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  visitors = await createVisitors(world, `ws://127.0.0.1:${port}/WSGateway`);
});
afterAll(async () => {
  for (const { socket } of visitors) socket.socket.terminate();
  await world.close();
});

const doors = ['GET', 'POST', 'socket'] as const;
type Door = (typeof doors)[number];
type Wrongness = 'foreign' | 'missing' | 'malformed' | 'overlong' | 'null' | 'zero' | 'left out';
/** An answer as it leaves by its door: status or kind of frame, and the body. */
type Told = string;

const malformed = ['x', -1, 1.5, '1e3', true, [], {}, ['1']];
const malformedTexts = ['x', '-1', '1.5', '1e3', 'true', '[]'];
const whoFields: readonly string[] = ['AccountId', 'UserId', 'OMSId'];

/** The values of one place. */
function valuesOf({ field }: Place, transport: Door, turn: number): Readonly<Record<Wrongness, unknown>> {
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

/** The example of a call without whom it is about, with one value in one place. */
function inputWith({ example, bareList }: Call, { field, isNested }: Place, value: unknown): object {
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
  { headers, socket }: Visitor,
  transport: Door,
  { name }: Call,
  input: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Told> {
  if (transport === 'socket') {
    const { m, o } = await socket.request(name, input);
    return `${m} ${o}`;
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

const isHttp = (transport: Door) => transport !== 'socket';
const offeredBy = (call: Call) => (call.transport === 'socket' ? (['socket'] as const) : doors);
const unknownTo = (transport: Door): Told =>
  isHttp(transport) ? '401 NOT AUTHORIZED' : `5 ${writeAnswerBody(calls[0] as Call, notYours)}`;
const forbidden = (call: Call, transport: Door): Told =>
  `${isHttp(transport) ? 200 : 1} ${writeAnswerBody(call, notYours)}`;

/** What is wrong with the answers about one place; empty when all is well. */
function faultsOf(
  call: Call,
  transport: Door,
  { field, isNested }: Place,
  told: Readonly<Record<Wrongness, Told>>,
): readonly string[] {
  const faults: string[] = [];
  const isWho = whoFields.includes(field) && !(call.auth === 'public' && field !== 'OMSId');
  const isInvalid = (text: Told) =>
    text.includes('"errorcode":100') && text.includes(`"detail":"Invalid ${field}"`);
  if (told.foreign !== told.missing) faults.push('foreign and missing differ');
  if (isWho && field !== 'OMSId' && told.foreign !== forbidden(call, transport))
    faults.push('foreign is let in');
  if (isWho && field === 'OMSId' && !isInvalid(told.foreign)) faults.push('another OMS is let in');
  if (isWho && !(isInvalid(told.malformed) && isInvalid(told.overlong))) faults.push('malformed is let in');
  for (const none of ['null', 'zero'] as const)
    if (isWho && told[none] === forbidden(call, transport) && told['left out'] !== told[none])
      faults.push(`${none} is not the caller’s own`);
  for (const [wrongness, text] of Object.entries(told)) {
    if (/^5\d\d |"errorcode":102,"detail":"[\da-f]{8}-/.test(text)) faults.push(`${wrongness} is a fault`);
    if (joao.marks.some((mark) => text.includes(mark))) faults.push(`${wrongness} tells of somebody else`);
  }
  return faults.map((fault) => `${transport} ${isNested ? 'Requests.' : ''}${field}: ${fault}`);
}

async function toldOf(
  visitor: Visitor,
  transport: Door,
  call: Call,
  place: Place,
  values: Partial<Record<Wrongness, unknown>>,
): Promise<Record<Wrongness, Told>> {
  const asked = Object.entries(values).map(
    async ([wrongness, value]) =>
      [wrongness, await ask(visitor, transport, call, inputWith(call, place, value))] as const,
  );
  return Object.fromEntries(await Promise.all(asked)) as Record<Wrongness, Told>;
}

/** Where a session call is asked about who it is for: in it, and in each of the requests that it holds. */
function whoPlacesOf(call: Call): readonly Place[] {
  const own = whoFields.map((field) => ({ field, isNested: false }));
  return call.bareList === undefined ? own : [...own, ...own.map((place) => ({ ...place, isNested: true }))];
}

/** Those of a door: a query holds no lists. */
function placesBy(call: Call, transport: Door): readonly Place[] {
  const objects = listPlaces(call).filter(({ field }) => isObjectField(field) && !whoFields.includes(field));
  const all = [...(call.auth === 'session' ? whoPlacesOf(call) : [omsPlace]), ...objects, ...claimsOf(call)];
  return all.filter(
    ({ field, isNested }) => !(isNested && transport === 'GET') && !isCredential(call, field),
  );
}
const omsPlace: Place = { field: 'OMSId', isNested: false };

/** Who a public call is said to be about; a code proves it. */
function claimsOf(call: Call): readonly Place[] {
  if (call.auth === 'session') return [];
  const declared = listPlaces(call).filter(({ field }) => field === 'AccountId' || field === 'UserId');
  const isClaimed = call.subject?.UserId === 'claimedUser';
  return isClaimed ? [{ field: 'UserId', isNested: false }, ...declared] : declared;
}

const sessionCalls = calls.filter((call): call is SessionCall => call.auth === 'session');
const publicCalls = calls.filter((call) => call.auth === 'public');

// covers: session.10
test.each(calls.map((call) => [call.name, call] as const))('G12 every id of %s is sorted', (_name, call) => {
  expect(listUnsortedFields(call)).toEqual([]);
});

describe('G12 a call of a session', () => {
  test.each(sessionCalls.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const faults: string[] = [];
    for (const transport of offeredBy(call))
      for (const visitor of visitors) {
        const isLetIn = visitor.may(call);
        const expected = visitor.standing === 'nobody' ? unknownTo(transport) : forbidden(call, transport);
        const asked = placesBy(call, transport).map(async (place, turn) => {
          const { null: none, zero, 'left out': leftOut, ...wrong } = valuesOf(place, transport, turn);
          // To mean oneself here ends the session that the next rows need: own-sessions shows it.
          const values =
            isLetIn && call.session === 'ends' ? wrong : { ...wrong, null: none, zero, 'left out': leftOut };
          const told = await toldOf(visitor, transport, call, place, values);
          if (isLetIn)
            return faultsOf(call, transport, place, told).map((fault) => `${visitor.name}, ${fault}`);
          const others = Object.entries(told).filter(([, text]) => text !== expected);
          return others.map(
            ([wrongness, text]) => `${visitor.name}, ${transport} ${place.field} ${wrongness}: ${text}`,
          );
        });
        faults.push(...(await Promise.all(asked)).flat());
      }
    expect(faults).toEqual([]);
  });

  test.each(
    sessionCalls.filter(({ transport }) => transport !== 'socket').map((call) => [call.name, call] as const),
  )('%s, R2 with a header that names somebody else', async (_name, call) => {
    for (const visitor of visitors.filter(({ standing }) => standing === 'person'))
      for (const transport of ['GET', 'POST'] as const)
        for (const userid of [joao.owner.userId, 999_999_999, 'x', '0', '9'.repeat(300)])
          expect(
            await ask(visitor, transport, call, withoutWho(call.example.input), { userid: String(userid) }),
          ).toBe(forbidden(call, transport));
  });
});

describe('G12 a public call', () => {
  test.each(publicCalls.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const [nobody] = visitors;
    if (nobody === undefined) throw new Error('nobody is there');
    for (const transport of offeredBy(call)) {
      const asked = placesBy(call, transport).map(async (place, turn) => {
        const told = await toldOf(nobody, transport, call, place, valuesOf(place, transport, turn));
        return faultsOf(call, transport, place, told);
      });
      expect((await Promise.all(asked)).flat()).toEqual([]);
    }
  });
});

test('what was named all along is there, and as it was', async () => {
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
