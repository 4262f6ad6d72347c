import { SequencerUnavailable } from '@salar/sequencer';
import { required, shape, textField } from '@salar/protocol/wire';
import { expect, test } from 'vitest';
import { sessionCall } from '../call.ts';
import type { SessionContext } from '../call.ts';
import { createListCall } from './list-call.ts';

const failures: Readonly<Record<string, Error>> = {
  full: new SequencerUnavailable('too many commands are waiting', { retryAfterMs: 1000 }),
  fault: new Error('a fault'),
};
const single = sessionCall({
  name: 'Echo',
  permissions: [],
  input: { Word: required(textField(10)) },
  output: shape.object({ Word: shape.text }),
  rate: 'orders',
  about: '',
  example: { input: {}, output: {} },
  run: async (_context, { Word }) => {
    const failure = failures[Word];
    if (failure !== undefined) throw failure;
    return { Word };
  },
});
const list = createListCall(single, { name: 'EchoList', about: '' });
const context = {
  session: { user: {}, key: null },
  request: { header: () => undefined },
} as unknown as SessionContext;
const callList = (...names: readonly string[]) =>
  list.answer(context, { requests: names.map((word) => ({ word })) });

test('a request that met an outage says so in its place, and the others return their results', async () => {
  const answer = await callList('one', 'full', 'two');
  const { errorcode, detail } = JSON.parse('body' in answer ? answer.body : '{}') as Record<string, string>;
  expect(errorcode).toBe(101);
  expect(JSON.parse(detail ?? '')).toEqual([
    { Word: 'one' },
    { result: false, errormsg: 'Service Unavailable', errorcode: 101, detail: 'Try again in 1 s' },
    { Word: 'two' },
  ]);
});

test('a list in which every request met an outage is refused, and a fault is rethrown', async () => {
  await expect(callList('full', 'full')).rejects.toThrow('too many commands are waiting');
  await expect(callList('one', 'fault')).rejects.toThrow('a fault');
});
