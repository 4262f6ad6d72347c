import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { silentLog } from '@salar/services/ports/log';
import type { CallDispatcher } from '../call-dispatcher.ts';
import { CustomerSocket } from './customer-socket.ts';
import type { CustomerSocketOptions } from './customer-socket.ts';
import { SharedEvent } from './frame.ts';
import { customerSocketLimits } from './socket-limits.ts';
import type { EventOutlet } from './subscriptions.ts';

test('an event that cannot be written when a slow reader has caught up closes its socket, and nothing else', () => {
  const errors: unknown[] = [];
  const { outlet, wire, state } = openSubscribed(errors);
  wire.writableNeedDrain = true;
  outlet.send(
    new SharedEvent('Event', () => {
      throw new Error('no unit for this amount');
    }),
  );
  expect(outlet.hasKept).toBe(true);
  expect(() => wire.emit('drain')).not.toThrow();
  expect(state.isTerminated).toBe(true);
  expect(errors).toMatchObject([{ err: { message: 'no unit for this amount' } }]);
});

/** Opens a socket on a connection of the test, with one subscription to a state. */
function openSubscribed(errors: unknown[]) {
  const state = { isTerminated: false };
  const wire = Object.assign(new EventEmitter(), {
    writableNeedDrain: false,
    cork: () => undefined,
    uncork: () => undefined,
    write: () => true,
  });
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    terminate: () => {
      state.isTerminated = true;
    },
  });
  const outlets: EventOutlet[] = [];
  const dispatch: CallDispatcher['dispatch'] = (_call, { subscriptions }, _fields, answer) => {
    const open = (outlet: EventOutlet) => {
      outlets.push(outlet);
      return () => undefined;
    };
    subscriptions?.add({ key: 'level1 1', isPrivate: false, isState: true, open });
    answer({ tryLater: 'outage', seconds: 1 });
  };
  const options = {
    socket,
    wire,
    origin: { ip: '192.0.2.1' },
    dispatcher: { dispatch },
    limits: customerSocketLimits,
    memory: { report: () => undefined },
    getUnread: () => 0,
    findCall: () => ({ transport: 'socket' }),
    log: { ...silentLog, error: (fields: unknown) => errors.push(fields) },
  } as unknown as CustomerSocketOptions;
  const opened = new CustomerSocket(options);
  expect(opened).toBeInstanceOf(CustomerSocket);
  socket.emit('message', Buffer.from('{"m":2,"i":2,"n":"Subscribe","o":"{}"}'), false);
  const [outlet] = outlets;
  if (outlet === undefined) throw new Error('the call has not subscribed');
  return { outlet, wire, state };
}
