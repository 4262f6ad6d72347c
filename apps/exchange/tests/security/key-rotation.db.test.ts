/** A sealing key and a pepper are replaced: the exchange runs with both, everything moves, and it starts again without the former one. */
import { randomBytes } from 'node:crypto';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { SealedColumns } from '@salar/services/crypto/sealed-columns';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { KeyRotation } from '@salar/services/key-rotation/key-rotation';
import { listRotatedTables } from '@salar/services/key-rotation/rotated-tables';
import { silentLog } from '@salar/services/ports/log';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test } from 'vitest';
import { completeSignIn, nextStep, pendingToken, switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';

const former = { id: 1, key: randomBytes(32) };
const current = { id: 2, key: randomBytes(32) };
const pepper = { id: 1, key: randomBytes(32) };
const newPepper = { id: 2, key: randomBytes(32) };

function openRotation({ database, services }: GatewayWorld, box: SealedBox): KeyRotation {
  const macs = new RowMacs({ box, log: silentLog });
  const { records } = services.accounts.users;
  const factors = new FactorRecords({ records, macs });
  const seals = new SealedColumns({ box, log: silentLog });
  const tables = listRotatedTables({ box, macs, seals, records, factors });
  return new KeyRotation({
    ring: 'sealing key',
    database,
    keyIds: box.keyIds,
    tables,
    pauseMs: 1,
    log: silentLog,
  });
}

test('customers keep their credentials while the key is rotated, and after the former key is gone', async () => {
  const store = await openTestDatabase();
  try {
    let world = await openGatewayWorld({ store, box: new SealedBox([former]), peppers: [pepper] });
    const phone = world.clock; // the clock of the authenticator app
    const startWith = async (box: SealedBox, peppers: KeyRing) => {
      const { clock } = world;
      await world.close();
      world = await openGatewayWorld({ store, box, peppers });
      world.clock.now = clock.now;
    };
    const ana = await world.customer({ userName: 'ana' });
    const eva = await world.customer({ userName: 'eva' });
    const key = await addKey(eva, ['Trading']);
    const passkey = new SoftwarePasskey(publicUrl);
    const { Options: creation } = (await eva.call('BeginPasskey')).json();
    await eva.call('AddPasskey', { Name: 'Phone', Response: passkey.create(String(creation)) });
    const { app, recoveryCodes } = await switchOn(world, ana);

    const expectAccess = async () => {
      nextStep(world);
      phone.now = world.clock.now;
      const completed = await completeSignIn(world, await pendingToken(world, ana), app.code());
      expect(completed).toMatchObject({ Authenticated: true });
      const { Options, ChallengeId } = (await world.call('BeginPasskeySignIn', {})).json();
      const Response = passkey.get(String(Options));
      const signedIn = await world.call('AuthenticatePasskey', { ChallengeId, Response });
      expect(signedIn.json()).toMatchObject({ Authenticated: true });
      const byKey = await world.call(
        'Authenticate',
        {},
        { ...signHeaders(key, eva, String(world.clock.now)) },
      );
      expect(byKey.json()).toMatchObject({ Authenticated: true });
    };
    await expectAccess();

    const both = new SealedBox([current, former]);
    await startWith(both, [newPepper, pepper]);
    await expectAccess();
    expect((await world.call('GetUserInfo', {}, { aptoken: eva.token })).status).toBe(200);
    const recovered = await completeSignIn(world, await pendingToken(world, ana), recoveryCodes[0]);
    expect(recovered).toMatchObject({ Authenticated: true });
    expect(await openRotation(world, both).run(new AbortController().signal)).toBe(0);
    await expectAccess();

    await startWith(new SealedBox([current]), [newPepper]);
    await expectAccess();
  } finally {
    await store.close();
  }
});

test('without a rotation, the former key cannot be removed', async () => {
  const store = await openTestDatabase();
  try {
    const world = await openGatewayWorld({ store, box: new SealedBox([former]), peppers: [pepper] });
    const { userName, password } = await world.customer();
    await world.close();
    const after = await openGatewayWorld({ store, box: new SealedBox([current]), peppers: [pepper] });
    const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
    expect((await after.call('AuthenticateUser', {}, { authorization })).json()).toMatchObject({
      Authenticated: false,
    });
    await after.close();
  } finally {
    await store.close();
  }
});

test('a row that somebody else wrote does not move, and the former key is still reported as needed', async () => {
  const store = await openTestDatabase();
  try {
    const world = await openGatewayWorld({ store, box: new SealedBox([former]), peppers: [pepper] });
    const { userId } = await world.customer();
    await world.database.query(`UPDATE app_user SET email = 'thief@example.com' WHERE user_id = $1`, [
      userId,
    ]);
    await world.close();
    const both = new SealedBox([current, former]);
    const after = await openGatewayWorld({ store, box: both });
    expect(await openRotation(after, both).run(new AbortController().signal)).toBe(1);
    await after.close();
  } finally {
    await store.close();
  }
});
