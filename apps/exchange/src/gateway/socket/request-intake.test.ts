import { beforeEach, expect, test } from 'vitest';
import { readFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { RequestIntake } from './request-intake.ts';
import type { RequestIntakeOptions } from './request-intake.ts';

const limits = { inFlightMax: 4, inFlightBytesMax: 1000, bufferedPause: 500 };
const wire = { writableLength: 0, writableNeedDrain: false };
let running: Frame[];
let isPaused: boolean;
let intake: RequestIntake;
beforeEach(() => {
  running = [];
  isPaused = false;
  Object.assign(wire, { writableLength: 0, writableNeedDrain: false });
  const socket = { OPEN: 1, readyState: 1, pause: () => (isPaused = true), resume: () => (isPaused = false) };
  const options = { socket, wire, limits, run: (frame: Frame) => running.push(frame) };
  intake = new RequestIntake(options as unknown as RequestIntakeOptions);
});

const send = (sequence: number, filler = '') => {
  const frame = readFrame(JSON.stringify({ m: 0, i: sequence, n: 'Call', o: filler }));
  if (frame === null) throw new Error('the text is a frame');
  intake.receive(frame);
};
const answerFirst = () => {
  const frame = running.shift();
  if (frame !== undefined) intake.answered(frame);
};
const listRunning = () => running.map(({ sequence }) => sequence);

test('F14 requests in flight are limited by their bytes: then nothing more is read', () => {
  send(1, 'x'.repeat(600));
  expect(isPaused).toBe(false);
  send(2, 'x'.repeat(600));
  expect(isPaused).toBe(true);
  expect(intake.bytes).toBeGreaterThan(1200);
  answerFirst();
  expect(isPaused).toBe(false);
  answerFirst();
  expect(intake.bytes).toBe(0);
});

test('requests in flight are limited by their number', () => {
  for (let sequence = 1; sequence <= 4; sequence += 1) send(sequence);
  expect(isPaused).toBe(true);
  answerFirst();
  expect(isPaused).toBe(false);
});

test('F14 requests of a reader that is behind run in their order once it has caught up', () => {
  Object.assign(wire, { writableLength: 501, writableNeedDrain: true });
  for (const sequence of [1, 2, 3]) send(sequence);
  expect([listRunning(), isPaused]).toEqual([[], true]);
  Object.assign(wire, { writableLength: 0, writableNeedDrain: false });
  send(4); // none overtakes another
  expect(listRunning()).toEqual([]);
  intake.adjust();
  expect(listRunning()).toEqual([1, 2, 3, 4]);
});

test('delayed requests stop running when an answer makes the reader fall behind again', () => {
  Object.assign(wire, { writableLength: 501, writableNeedDrain: true });
  for (const sequence of [1, 2, 3]) send(sequence);
  Object.assign(wire, { writableLength: 0, writableNeedDrain: false });
  const push = running.push.bind(running);
  running.push = (...frames) => {
    Object.assign(wire, { writableLength: 501, writableNeedDrain: true });
    return push(...frames);
  };
  intake.adjust();
  expect(listRunning()).toEqual([1]);
});

test('it is idle when every request is answered', async () => {
  await intake.waitUntilIdle();
  send(1);
  const idle = intake.waitUntilIdle();
  answerFirst();
  await idle;
});
