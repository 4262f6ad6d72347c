import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from './testing/gateway-world.ts';
import type { Customer, GatewayWorld } from './testing/gateway-world.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const wrongText = 'Invalid username or password';

type Source = { readonly ip: string; readonly cookie?: string };
/** Signs in by HTTP, from an address of its own. */
const signIn = async (login: string, password: string, { ip, cookie }: Source) => {
  const response = await world.app.inject({
    method: 'POST',
    url: '/AP/AuthenticateUser',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    payload: JSON.stringify({ UserName: login, Password: password }),
  });
  const answer = JSON.parse(response.body) as Record<string, unknown>;
  const kept = String(response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
  return { answer, errormsg: String(answer['errormsg']), cookie: kept };
};
const guess = (login: string, source: Source) => signIn(login, 'not-the-password', source);
const addressOf = (number: number) => `198.18.${number}.7`;

/** Many at once, each from a network of its own. Gives how many passwords were looked at. */
const guessAtOnce = async (
  count: number,
  login: (number: number) => string,
  from: (number: number) => string,
) => {
  const guesses = await Promise.all(
    Array.from({ length: count }, (_none, number) => guess(login(number), { ip: from(number) })),
  );
  return guesses.filter(({ errormsg }) => errormsg === wrongText).length;
};

test('P7 of fifty guessers at once, each from a network of its own, ten are looked at, by whichever name', async () => {
  const maria = await world.customer();
  const names = [maria.userName, maria.userName.toUpperCase(), `${maria.userName}@example.com`];
  expect(await guessAtOnce(50, (number) => names[number % 3] ?? '', addressOf)).toBe(10);
  expect(
    await guessAtOnce(
      50,
      () => maria.userName,
      (number) => addressOf(number + 50),
    ),
  ).toBe(0);
  world.clock.now += 15 * minute;
  expect(await guessAtOnce(50, () => maria.userName, addressOf)).toBe(10);
});

test('P7 of fifty guesses at once from one address on one account, six are looked at', async () => {
  const pedro = await world.customer();
  expect(
    await guessAtOnce(
      50,
      () => pedro.userName,
      () => '203.0.113.50',
    ),
  ).toBe(6);
});

test('P7 of a hundred guesses at once from one network on as many accounts, fifty are looked at', async () => {
  const from = (number: number) => `203.0.114.${number + 1}`;
  expect(await guessAtOnce(100, (number) => `nobody-${number}`, from)).toBe(50);
});

test('P7 guessers never keep out the owner, whose device signed in before; only the cookie tells it', async () => {
  const ana = await world.customer();
  const home = { ip: '192.0.2.10' };
  const { cookie } = await signIn(ana.userName, ana.password, home);
  expect(cookie).toMatch(/^salar_device=[\w-]{43}$/);
  await guessAtOnce(
    30,
    () => ana.userName,
    (number) => addressOf(100 + number),
  );
  const elsewhere = { ip: '192.0.9.9' };
  expect((await signIn(ana.userName, ana.password, elsewhere)).errormsg).toMatch(/^Too many attempts/);
  expect((await signIn(ana.userName, ana.password, { ...elsewhere, cookie })).answer).toMatchObject({
    Authenticated: true,
  });
});

test('P7 the cookie of one customer opens no door to another', async () => {
  const [luz, thief] = [await world.customer(), await world.customer()];
  const { cookie } = await signIn(thief.userName, thief.password, { ip: '192.0.3.3' });
  expect(
    await guessAtOnce(
      30,
      () => luz.userName,
      (number) => addressOf(150 + number),
    ),
  ).toBe(10);
  expect((await guess(luz.userName, { ip: '192.0.3.3', cookie })).errormsg).toMatch(/^Too many attempts/);
});

test('P7 a right password starts the counts anew', async () => {
  const eva = await world.customer();
  const home = { ip: '192.0.2.20' };
  for (let round = 0; round < 4; round += 1) {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(eva.userName, home)).errormsg).toBe(wrongText);
    expect((await signIn(eva.userName, eva.password, home)).answer).toMatchObject({ Authenticated: true });
  }
});

/** Guesses until it is locked, waiting as long as it is told to. Gives every answer. */
const guessUntilLocked = async (login: string) => {
  const answers: string[] = [];
  for (let tries = 0; tries < 1000; tries += 1) {
    const { answer, errormsg } = await guess(login, { ip: addressOf(tries % 200) });
    answers.push(errormsg);
    if (answer['Locked'] === true) return answers;
    const wait = /wait (\d+) s/.exec(errormsg)?.[1];
    if (wait !== undefined) world.clock.now += Number(wait) * 1000;
  }
  throw new Error('never locked');
};

test('P4 P7 a name that nobody has answers like one that is there, try by try, until both are locked', async () => {
  const rosa: Customer = await world.customer();
  const known = await guessUntilLocked(rosa.userName);
  const unknown = await guessUntilLocked('nobody-at-all');
  expect(unknown).toEqual(known);
  expect(known.filter((errormsg) => errormsg === wrongText)).toHaveLength(100);
  expect((await signIn(rosa.userName, rosa.password, { ip: '192.0.2.30' })).answer).toMatchObject({
    Authenticated: false,
    Locked: true,
  });
}, 60_000);
