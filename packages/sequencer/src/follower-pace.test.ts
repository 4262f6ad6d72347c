import { sequence } from '@salar/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FollowerPace } from './follower-pace.ts';

describe('the pace of the follower', () => {
  const sent: number[] = [];
  let pace: FollowerPace;

  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    pace = new FollowerPace(sequence(0), (head) => sent.push(head));
  });
  afterEach(() => vi.useRealTimers());

  test('commits close together are reported as one', () => {
    for (const head of [1, 2, 3]) pace.committed(sequence(head));
    expect(sent).toEqual([]);
    vi.runAllTimers();
    expect(sent).toEqual([3]);
  });

  test('the next range is reported only when the last is written', () => {
    pace.committed(sequence(1));
    vi.runAllTimers();
    pace.committed(sequence(2));
    vi.runAllTimers();
    expect(sent).toEqual([1]);
    pace.reached(sequence(1));
    vi.runAllTimers();
    expect(sent).toEqual([1, 2]);
  });

  test('a waiting caller is not delayed', () => {
    pace.committed(sequence(5));
    pace.flush(sequence(5));
    pace.flush(sequence(5));
    expect(sent).toEqual([5]);
    vi.runAllTimers();
    expect(sent).toEqual([5]);
  });

  test('a caller that waits for what was sent already sends nothing', () => {
    pace.committed(sequence(5));
    vi.runAllTimers();
    pace.committed(sequence(6));
    pace.flush(sequence(5));
    expect(sent).toEqual([5]);
  });

  test('many commands are reported without waiting for the time to pass', () => {
    pace.committed(sequence(1999));
    expect(sent).toEqual([]);
    pace.committed(sequence(2000));
    expect(sent).toEqual([2000]);
    pace.committed(sequence(4500));
    expect(sent, 'the follower is still writing').toEqual([2000]);
    pace.reached(sequence(2000));
    expect(sent).toEqual([2000, 4500]);
    vi.runAllTimers();
    expect(sent).toEqual([2000, 4500]);
  });
});
