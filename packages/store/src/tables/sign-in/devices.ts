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

/** A device with everything that the row's MAC covers. */
export type DeviceRow = Device & {
  readonly userId: UserId;
  readonly tokenHash: Buffer;
  readonly network: string;
  readonly mac: Buffer;
};

const selectDevices = tables
  .selectFrom('device')
  .select([
    'device_id as deviceId',
    'user_id as userId',
    'token_hash as tokenHash',
    'agent',
    'network',
    'request_ip as requestIp',
    'last_seen_at as lastSeenAt',
    'mac',
  ]);

/** Adds a device and deletes the least recently seen ones beyond `devicesMax`. */
export async function insertDevice(tx: Queryable, device: DeviceRow, devicesMax: number): Promise<void> {
  await run(
    tx,
    tables.insertInto('device').values({
      device_id: device.deviceId,
      user_id: device.userId,
      token_hash: device.tokenHash,
      agent: device.agent,
      network: device.network,
      request_ip: device.requestIp,
      first_seen_at: device.lastSeenAt,
      last_seen_at: device.lastSeenAt,
      mac: device.mac,
    }),
  );
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
          .offset(devicesMax),
      ),
  );
}

/** Records where and with which agent a device was seen. */
export async function touchDevice(on: Queryable, device: DeviceRow): Promise<void> {
  await run(
    on,
    tables
      .updateTable('device')
      .set({
        agent: device.agent,
        network: device.network,
        request_ip: device.requestIp,
        last_seen_at: device.lastSeenAt,
        mac: device.mac,
      })
      .where('device_id', '=', device.deviceId),
  );
}

export async function findDevice(on: Queryable, deviceId: string): Promise<DeviceRow | null> {
  return runFirst(on, selectDevices.where('device_id', '=', deviceId));
}

/** Returns devices seen since a time, the most recent first. */
export async function listDevices(
  on: Queryable,
  userId: UserId,
  since: Millis,
): Promise<readonly DeviceRow[]> {
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
