/** Devices: what a customer has signed in with, and where each was seen last. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type Device = {
  readonly deviceId: string;
  readonly agent: string | null;
  readonly requestIp: string;
  readonly lastSeenAt: Millis;
};

const selectDevices = tables
  .selectFrom('device')
  .select(['device_id as deviceId', 'agent', 'request_ip as requestIp', 'last_seen_at as lastSeenAt']);

/** Returns the device that holds this token. */
export async function findDeviceByToken(
  on: Queryable,
  userId: UserId,
  tokenHash: Buffer,
): Promise<Device | null> {
  return runFirst(on, selectDevices.where('token_hash', '=', tokenHash).where('user_id', '=', userId));
}

/** Returns a device with this name that was last seen in this network. */
export async function findDeviceByNetwork(
  on: Queryable,
  userId: UserId,
  place: { readonly agent: string | null; readonly network: string },
): Promise<Device | null> {
  return runFirst(
    on,
    selectDevices
      .where('user_id', '=', userId)
      .where('network', '=', place.network)
      .where('agent', 'is not distinct from', place.agent)
      .orderBy('last_seen_at', 'desc')
      .limit(1),
  );
}

/** Returns true when the user has signed in from this network. */
export async function isNetworkKnown(on: Queryable, userId: UserId, network: string): Promise<boolean> {
  const device = await runFirst(
    on,
    tables
      .selectFrom('device')
      .select('device_id')
      .where('user_id', '=', userId)
      .where('network', '=', network)
      .limit(1),
  );
  return device !== null;
}

export async function hasDevices(on: Queryable, userId: UserId): Promise<boolean> {
  const device = await runFirst(
    on,
    tables.selectFrom('device').select('device_id').where('user_id', '=', userId).limit(1),
  );
  return device !== null;
}

/** Adds a device and deletes the least recently seen ones beyond `devicesMax`. */
export async function insertDevice(
  tx: Queryable,
  device: {
    readonly userId: UserId;
    readonly tokenHash: Buffer;
    readonly agent: string | null;
    readonly network: string;
    readonly requestIp: string;
    readonly at: Millis;
    readonly devicesMax: number;
  },
): Promise<string> {
  const row = await runFirst(
    tx,
    tables
      .insertInto('device')
      .values({
        user_id: device.userId,
        token_hash: device.tokenHash,
        agent: device.agent,
        network: device.network,
        request_ip: device.requestIp,
        first_seen_at: device.at,
        last_seen_at: device.at,
      })
      .returning('device_id as deviceId'),
  );
  if (row === null) throw new Error('an inserted device was not returned');
  await run(
    tx,
    tables
      .deleteFrom('device')
      .where('device_id', 'in', (eb) =>
        eb
          .selectFrom('device')
          .select('device_id')
          .where('user_id', '=', device.userId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('first_seen_at', 'desc')
          .offset(device.devicesMax),
      ),
  );
  return row.deviceId;
}

/** Records where and with which agent a device was seen. */
export async function touchDevice(
  on: Queryable,
  deviceId: string,
  seen: {
    readonly agent: string | null;
    readonly network: string;
    readonly requestIp: string;
    readonly at: Millis;
  },
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('device')
      .set({
        agent: seen.agent,
        network: seen.network,
        request_ip: seen.requestIp,
        last_seen_at: seen.at,
      })
      .where('device_id', '=', deviceId),
  );
}

/** Returns devices seen since a time, the most recent first. */
export async function listDevices(on: Queryable, userId: UserId, since: Millis): Promise<readonly Device[]> {
  return run(
    on,
    selectDevices
      .where('user_id', '=', userId)
      .where('last_seen_at', '>', since)
      .orderBy('last_seen_at', 'desc'),
  );
}

/** Deletes devices of all users not seen since a time. */
export async function deleteDevicesUnseenSince(on: Queryable, since: Millis): Promise<void> {
  await run(on, tables.deleteFrom('device').where('last_seen_at', '<=', since));
}
