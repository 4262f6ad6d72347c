/** The contract of every identity provider. */
import { userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { IdentityProvider, ReviewEvent } from '@salar/services/ports/identity-provider';
import { expect, test } from 'vitest';

export type IdentityWorld = {
  readonly identity: IdentityProvider;
  /** All reports, repetitions included. */
  readonly reports: readonly ReviewEvent[];
  /** A level that the provider checks, and one that it does not. */
  readonly levels: { readonly offered: number; readonly other: number };
  /** Lets the customer submit documents in the widget that the token opened. */
  readonly submit: (user: UserId, token: string) => Promise<void>;
  readonly decide: (
    user: UserId,
    decision: { readonly status: 'approved' | 'retry' | 'rejected'; readonly comment: string | null },
  ) => Promise<void>;
  /** Stops and restarts the reporting. */
  readonly restart: () => Promise<void>;
};

export function identityContract(open: () => Promise<IdentityWorld>): void {
  const maria = userId(501);
  const requestToken = (world: IdentityWorld, user = maria, level = world.levels.offered) =>
    world.identity.createToken({ userId: user, email: 'maria@example.test', level, ttlSeconds: 600 });

  async function openToken(world: IdentityWorld, user = maria): Promise<string> {
    const made = await requestToken(world, user);
    if (!made.ok) throw new Error(made.refusal);
    return made.value.token;
  }

  /** The changes of the customer's state. A report may repeat the one before. */
  const listChanges = (world: IdentityWorld, user = maria) => {
    const states = world.reports
      .filter((report) => report.userId === user && report.status !== 'init')
      .map(({ status, comment, level }) => ({ status, comment, level }));
    return states.filter((state, n) => JSON.stringify(state) !== JSON.stringify(states[n - 1]));
  };

  test('contract: every token is different, and a level that is not checked has none', async () => {
    const world = await open();
    expect(await openToken(world)).not.toBe(await openToken(world));
    expect(await requestToken(world, maria, world.levels.other)).toEqual({
      ok: false,
      refusal: 'level_not_offered',
    });
  });

  test('contract: documents that are sent back and submitted again are reported at every step', async () => {
    const world = await open();
    const level = world.levels.offered;
    await world.submit(maria, await openToken(world));
    await world.decide(maria, { status: 'retry', comment: 'The photo is blurred.' });
    await world.submit(maria, await openToken(world));
    await world.decide(maria, { status: 'approved', comment: null });
    const steps = [
      { status: 'pending', comment: null, level },
      { status: 'retry', comment: 'The photo is blurred.', level },
      { status: 'pending', comment: null, level },
      { status: 'approved', comment: null, level },
    ];
    await expect.poll(() => listChanges(world)).toEqual(steps);
    await world.restart();
    expect(listChanges(world)).toEqual(steps);
    const times = world.reports.map(({ asOf }) => asOf ?? 0);
    expect(times.toSorted((one, other) => one - other)).toEqual(times);
  });

  test('contract: a final refusal is reported as such, with the comment of the reviewer', async () => {
    const world = await open();
    await world.submit(maria, await openToken(world));
    await world.decide(maria, { status: 'rejected', comment: 'We cannot open an account for you.' });
    await expect
      .poll(() => listChanges(world).at(-1))
      .toEqual({
        status: 'rejected',
        comment: 'We cannot open an account for you.',
        level: world.levels.offered,
      });
  });

  test('contract: customers are kept apart', async () => {
    const world = await open();
    const pedro = userId(502);
    await world.submit(maria, await openToken(world));
    await world.submit(pedro, await openToken(world, pedro));
    await world.decide(pedro, { status: 'approved', comment: null });
    await expect.poll(() => listChanges(world, pedro).at(-1)?.status).toBe('approved');
    expect(listChanges(world).map(({ status }) => status)).toEqual(['pending']);
  });
}
