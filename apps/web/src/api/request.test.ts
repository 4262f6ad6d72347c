import { parseLossless } from '@salar/client/lossless-json';
import type { Level1 } from '@salar/client/generated/calls';
import { expect, test } from 'vitest';
import { call, inPendingSignIn, omsCall } from './request.ts';
import { readList, readRows, WireRow, WireShapeError } from './wire/wire-row.ts';

/** The lines below an expected error do not compile: `tsc` fails when one of them does. */
const nothing = () => null;

test('a request goes to the call of its name, with the fields as they are written', () => {
  const { query } = omsCall('SendOrder', () => ({ InstrumentId: 1, Side: 0, OrderType: 'Market' }), nothing);
  expect(query(undefined)).toEqual({
    path: '/AP/SendOrder',
    body: { OMSId: 1, InstrumentId: 1, Side: 0, OrderType: 'Market' },
  });
});

test('a call without fields of its own sends none', () => {
  expect(call('LogOut', null, nothing).query(undefined)).toEqual({ path: '/AP/LogOut', body: {} });
});

test('how a request goes may differ from all others', () => {
  const { query } = call(
    'ValidateBrazil',
    () => brazilForm,
    nothing,
    () => ({ path: '/api/other' }),
  );
  expect(query(undefined).path).toBe('/api/other');
});

const brazilForm = { taxIdNumber: '1', street: 'Rua A 1', city: 'Recife', zipCode: '50000', state: 'PE' };

test('a sign-in that waits goes by its own token and not in a session', () => {
  expect(inPendingSignIn({ pending2FaToken: 'waits' })).toEqual({
    session: 'none',
    headers: { pending2fatoken: 'waits' },
  });
  expect(inPendingSignIn({})).toEqual({});
});

test('only calls and fields that are declared can be asked for', () => {
  const written = [
    // @ts-expect-error no such call
    call('SendOder', null, nothing),
    // @ts-expect-error not a field of this call
    call('GetAccountInfo', () => ({ User: 17 }), nothing),
    // @ts-expect-error a field is missing
    call('CancelWithdraw', () => ({ AccountId: 31 }), nothing),
    // @ts-expect-error an amount is decimal text
    call('SendOrder', () => ({ InstrumentId: 1, Side: 0, OrderType: 1, Quantity: 0.1 }), nothing),
    // @ts-expect-error no such side
    call('SendOrder', () => ({ InstrumentId: 1, Side: 'Both', OrderType: 1 }), nothing),
    // @ts-expect-error a field of a field is misspelt
    call('RegisterUser', () => ({ UserInfo: { UserName: 'a', Mail: 'b', passwordHash: 'c' } }), nothing),
    // Names go in any case, ids also as text: the exchange reads them so.
    call('ConfirmUserEmail', () => ({ userId: '17', verifyEmailCode: 'good' }), nothing),
  ];
  expect(written).toHaveLength(7);
});

test('only fields that an answer has can be read, and as what they are', () => {
  const row = new WireRow<Level1>(parseLossless('{"InstrumentId":1,"BestBid":61500.50}'));
  expect(row.integer('InstrumentId')).toBe(1);
  expect(row.decimal('BestBid')).toBe('61500.50');
  // @ts-expect-error no such field
  expect(() => row.decimal('BestAsk')).toThrow(WireShapeError);
  // @ts-expect-error an amount is not a number
  expect(() => row.integer('BestBid')).toThrow(WireShapeError);
});

test('an answer is read as what its own call gives', () => {
  const read = call('GetProducts', null, (answer) => readRows(answer).map((row) => row.text('Product')));
  expect(read.transformResponse(parseLossless('[{"Product":"BTC"}]'))).toEqual(['BTC']);
  expect(() => read.transformResponse(parseLossless('{"Product":"BTC"}'))).toThrow(WireShapeError);
  const other = call('GetInstruments', null, (answer) =>
    // @ts-expect-error a field of another call's rows
    readRows(answer).map((row) => row.text('ProductFullName')),
  );
  expect(other.transformResponse(parseLossless('[]'))).toEqual([]);
});

test('what may be missing has to be read with what stands for it', () => {
  const read = call(
    'Authenticate2FA',
    () => ({ code: '123456' }),
    (answer) => {
      const row = new WireRow(answer);
      // @ts-expect-error there may be no token
      expect(() => row.text('SessionToken')).toThrow(WireShapeError);
      return row.textOr('SessionToken', null);
    },
  );
  expect(read.transformResponse({ Authenticated: false })).toBeNull();
});

test('a list is what an answer that promises one has to be', () => {
  expect(() => readList('a text')).toThrow(WireShapeError);
});
