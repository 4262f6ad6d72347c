import { describe, expect, test } from 'vitest';
import { SimulatedTime, createSimulatedScheduler } from './simulated-time.ts';

describe('simulated time', () => {
  test('runs what is due in the order of time, then of request, and lets promises continue in between', async () => {
    const time = new SimulatedTime();
    const done: string[] = [];
    time.after(5, () => done.push(`later at ${time.elapsed}`));
    time.after(1, () => {
      done.push('first');
      void Promise.resolve().then(() => done.push('what follows from it'));
    });
    time.after(1, () => done.push('second'));
    await time.pass(4);
    expect(done).toEqual(['first', 'what follows from it', 'second']);
    await time.pass(4);
    expect(done.at(-1)).toBe('later at 5');
    expect(time.elapsed).toBe(8);
  });

  test('the wall clock is set and skewed without a change to what is due', async () => {
    const time = new SimulatedTime();
    time.setWall(1_000_000);
    await time.pass(10);
    expect(time.wall()).toBe(1_000_010);
    time.setSkew(-600);
    expect(time.wall()).toBe(999_410);
    expect(time.elapsed).toBe(10);
  });

  test('nothing of a dead process continues', async () => {
    const time = new SimulatedTime();
    let isAlive = true;
    let went = 0;
    const waiting = createSimulatedScheduler(time, () => isAlive);
    waiting.soon(() => (went += 1));
    void waiting.pause(5).then(() => (went += 1));
    await time.pass(1);
    isAlive = false;
    await time.pass(10);
    expect(went).toBe(1);
  });
});
