import { parseLossless } from '@salar/client/lossless-json';
import type { Level1 } from '@salar/client/generated/calls';
import { expect, test } from 'vitest';
import { call, inPendingSignIn, omsCall } from './request.ts';
import { readList, readRows, WireRow, WireShapeError } from './wire/wire-row.ts';

/** The lines below an expected error must not compile: `tsc` fails when one of them does. */
const nothing = () => null;

test('a request goes to the call of its name, with its fields unchanged', () => {
  const { query } = omsCall('SendOrder', () => ({ InstrumentId: 1, Side: 0, OrderType: 'Market' }), nothing);
  expect(query(undefined)).toEqual({
    path: '/AP/SendOrder',
    body: { OMSId: 1, InstrumentId: 1, Side: 0, OrderType: 'Market' },
  });
});

test('a call without fields of its own sends none', () => {
  expect(call('LogOut', null, nothing).query(undefined)).toEqual({ path: '/AP/LogOut', body: {} });
});

test('a call can override how its request is sent', () => {
  const { query } = call(
    'ValidateBrazil',
    () => brazilForm,
    nothing,
    () => ({ path: '/api/other' }),
  );
  expect(query(undefined).path).toBe('/api/other');
});

const brazilForm = { taxIdNumber: '1', street: 'Rua A 1', city: 'Recife', zipCode: '50000', state: 'PE' };

test('a pending sign-in uses its own token and no session', () => {
  expect(inPendingSignIn({ pending2FaToken: 'waits' })).toEqual({
    session: 'none',
    headers: { pending2fatoken: 'waits' },
  });
  expect(inPendingSignIn({})).toEqual({});
});

test('only declared calls and fields compile', () => {
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
    // Field names in any case, ids also as text: the exchange accepts both.
    call('ConfirmUserEmail', () => ({ userId: '17', verifyEmailCode: 'good' }), nothing),
  ];
  expect(written).toHaveLength(7);
});

test('only declared fields of an answer can be read, with their declared types', () => {
  const row = new WireRow<Level1>(parseLossless('{"InstrumentId":1,"BestBid":61500.50}'));
  expect(row.integer('InstrumentId')).toBe(1);
  expect(row.decimal('BestBid')).toBe('61500.50');
  // @ts-expect-error no such field
  expect(() => row.decimal('BestAsk')).toThrow(WireShapeError);
  // @ts-expect-error an amount is not a number
  expect(() => row.integer('BestBid')).toThrow(WireShapeError);
});

test('an answer has the type of its own call', () => {
  const read = call('GetProducts', null, (answer) => readRows(answer).map((row) => row.text('Product')));
  expect(read.transformResponse(parseLossless('[{"Product":"BTC"}]'))).toEqual(['BTC']);
  expect(() => read.transformResponse(parseLossless('{"Product":"BTC"}'))).toThrow(WireShapeError);
  const other = call('GetInstruments', null, (answer) =>
    // @ts-expect-error a field of another call's rows
    readRows(answer).map((row) => row.text('ProductFullName')),
  );
  expect(other.transformResponse(parseLossless('[]'))).toEqual([]);
});

test('an optional field is read with a fallback', () => {
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

test('an answer that promises a list must be one', () => {
  expect(() => readList('a text')).toThrow(WireShapeError);
});
