/** Devices: what a customer has signed in with, and where each was seen last. */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type Device = {
  readonly deviceId: string;
  readonly agent: string | null;
  readonly requestIp: string;
  readonly lastSeenAt: Millis;
};

type DeviceRow = { device_id: string; agent: string | null; request_ip: string; last_seen_at: number };
const columns = 'device_id, agent, request_ip, last_seen_at';

/** Returns the device that holds this token. */
export async function findDeviceByToken(
  on: Queryable,
  userId: UserId,
  tokenHash: Buffer,
): Promise<Device | null> {
  const rows = await on.query<DeviceRow>(
    `SELECT ${columns} FROM device WHERE token_hash = $2 AND user_id = $1`,
    [userId, tokenHash],
  );
  return rows[0] ? toDevice(rows[0]) : null;
}

/** Returns a device with this name that was last seen in this network. */
export async function findDeviceByNetwork(
  on: Queryable,
  userId: UserId,
  place: { readonly agent: string | null; readonly network: string },
): Promise<Device | null> {
  const rows = await on.query<DeviceRow>(
    `SELECT ${columns} FROM device WHERE user_id = $1 AND network = $2 AND agent IS NOT DISTINCT FROM $3
     ORDER BY last_seen_at DESC LIMIT 1`,
    [userId, place.network, place.agent],
  );
  return rows[0] ? toDevice(rows[0]) : null;
}

/** Returns true when the user has signed in from this network. */
export async function isNetworkKnown(on: Queryable, userId: UserId, network: string): Promise<boolean> {
  const rows = await on.query('SELECT FROM device WHERE user_id = $1 AND network = $2 LIMIT 1', [
    userId,
    network,
  ]);
  return rows.length > 0;
}

export async function hasDevices(on: Queryable, userId: UserId): Promise<boolean> {
  return (await on.query('SELECT FROM device WHERE user_id = $1 LIMIT 1', [userId])).length > 0;
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
  const [row] = await tx.query<{ device_id: string }>(
    `INSERT INTO device (user_id, token_hash, agent, network, request_ip, first_seen_at, last_seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING device_id`,
    [device.userId, device.tokenHash, device.agent, device.network, device.requestIp, device.at],
  );
  if (!row) throw new Error('an inserted device was not returned');
  await tx.query(
    `DELETE FROM device WHERE device_id IN (
       SELECT device_id FROM device WHERE user_id = $1 ORDER BY last_seen_at DESC, first_seen_at DESC OFFSET $2)`,
    [device.userId, device.devicesMax],
  );
  return row.device_id;
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
  await on.query(
    'UPDATE device SET agent = $2, network = $3, request_ip = $4, last_seen_at = $5 WHERE device_id = $1',
    [deviceId, seen.agent, seen.network, seen.requestIp, seen.at],
  );
}

/** Returns devices seen since a time, the most recent first. */
export async function listDevices(on: Queryable, userId: UserId, since: Millis): Promise<readonly Device[]> {
  const rows = await on.query<DeviceRow>(
    `SELECT ${columns} FROM device WHERE user_id = $1 AND last_seen_at > $2 ORDER BY last_seen_at DESC`,
    [userId, since],
  );
  return rows.map(toDevice);
}

/** Deletes devices of all users not seen since a time. */
export async function deleteDevicesUnseenSince(on: Queryable, since: Millis): Promise<void> {
  await on.query('DELETE FROM device WHERE last_seen_at <= $1', [since]);
}

function toDevice(row: DeviceRow): Device {
  return {
    deviceId: row.device_id,
    agent: row.agent,
    requestIp: row.request_ip,
    lastSeenAt: millis(row.last_seen_at),
  };
}
