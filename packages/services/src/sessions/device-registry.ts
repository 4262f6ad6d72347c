/**
 * Devices that a customer signed in with before: a browser by the cookie that it keeps, anything else by its name and the
 * network it comes from. They decide whom guessing by others slows down, and when a sign-in is worth a mail (security rules
 * P7, P9).
 */
import { randomBytes } from 'node:crypto';
import { millis } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  deleteDevicesUnseenSince,
  findDeviceByNetwork,
  findDeviceByToken,
  hasDevices,
  insertDevice,
  isNetworkKnown,
  listDevices,
  touchDevice,
} from '@salar/store/tables/sign-in/devices';
import type { Device } from '@salar/store/tables/sign-in/devices';
import { toNetwork } from './ip-networks.ts';
import type { Origin } from '../ports/request-origin.ts';
import { hashSecret } from '../crypto/tokens.ts';

/** Of one customer; the one that was not seen for longest goes. */
export const devicesMax = 50;
/** A device that was not seen for so long is forgotten; its cookie is kept as long. */
export const deviceLifeMs = 365 * 24 * 60 * 60_000;

/** What is known of where a try at an account comes from. */
export type DeviceTrust = {
  /** What its failures are counted under. */
  readonly source: string;
  readonly network: string;
  /** True when the account was never signed in to from there. */
  readonly isUnknown: boolean;
};
export type RegisteredDevice = {
  readonly deviceId: string;
  /** What a device that was not seen before is asked to keep. */
  readonly newToken: string | null;
  /** True when its owner should hear of it: not seen before, and not the first one of all. */
  readonly isWorthNotifying: boolean;
};

export class DeviceRegistry {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(options: { readonly database: Database; readonly now: () => number }) {
    this.#database = options.database;
    this.#now = options.now;
  }

  /** Where a try comes from, as the account knows it. */
  async findTrust(userId: UserId, origin: Origin): Promise<DeviceTrust> {
    const network = toNetwork(origin.ip);
    const device = await this.#findByToken(this.#database, userId, origin);
    if (device) return { source: `device ${device.deviceId}`, network, isUnknown: false };
    const isUnknown = !(await isNetworkKnown(this.#database, userId, network));
    return { source: `network ${network}`, network, isUnknown };
  }

  /** Notes the device of a sign-in that is granted, in the transaction of its session. */
  async register(tx: Queryable, userId: UserId, origin: Origin): Promise<RegisteredDevice> {
    const { agent, ip: requestIp } = origin;
    const seen = { agent, network: toNetwork(requestIp), requestIp, at: millis(this.#now()) };
    const known =
      (await this.#findByToken(tx, userId, origin)) ?? (await findDeviceByNetwork(tx, userId, seen));
    if (known) {
      await touchDevice(tx, known.deviceId, seen);
      return { deviceId: known.deviceId, newToken: null, isWorthNotifying: false };
    }
    const isWorthTelling = await hasDevices(tx, userId);
    const newToken = randomBytes(32).toString('base64url');
    const tokenHash = hashSecret(newToken);
    const deviceId = await insertDevice(tx, { ...seen, userId, tokenHash, devicesMax });
    return { deviceId, newToken, isWorthNotifying: isWorthTelling };
  }

  /** Those that are not forgotten yet, the one seen last first. */
  async list(userId: UserId): Promise<readonly Device[]> {
    return listDevices(this.#database, userId, millis(this.#now() - deviceLifeMs));
  }

  /** Forgets those that were not seen for a year, of everybody. */
  async sweep(): Promise<void> {
    await deleteDevicesUnseenSince(this.#database, millis(this.#now() - deviceLifeMs));
  }

  async #findByToken(on: Queryable, userId: UserId, { device }: Origin): Promise<Device | null> {
    return device === null ? null : findDeviceByToken(on, userId, hashSecret(device));
  }
}
