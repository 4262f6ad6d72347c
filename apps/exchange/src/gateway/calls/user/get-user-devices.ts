import { shape, toWireTicks } from '@salar/protocol/wire';
import { toDeviceName } from '@salar/services/sessions/device-names';
import { deviceLifeMs } from '@salar/services/sessions/device-registry';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, list, number, object, text } = shape;

export const getUserDevices = sessionCall({
  name: 'GetUserDevices',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {},
  output: list(
    object({
      HashCode: text,
      Location: text,
      DeviceName: text,
      IpAddress: text,
      UserId: integer,
      IsTrusted: boolean,
      ExpirationTime: number,
    }),
  ),
  rate: 'read',
  about:
    'Devices that the user signed in with, the most recently used one first. A sign-in from a device that is not listed sends a mail. Locations are not looked up.',
  example: {
    input: { UserId: 17 },
    output: [
      {
        HashCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
        Location: '',
        DeviceName: 'Chrome on Android',
        IpAddress: '203.0.113.9',
        UserId: 17,
        IsTrusted: true,
        ExpirationTime: 639_135_360_000_000_000,
      },
    ],
  },
  async run({ services, user }) {
    const devices = await services.access.devices.list(user.userId);
    return devices.map(({ deviceId, agent, requestIp, lastSeenAt }) => ({
      HashCode: deviceId,
      Location: '',
      DeviceName: toDeviceName(agent),
      IpAddress: requestIp,
      UserId: user.userId,
      IsTrusted: true,
      ExpirationTime: toWireTicks(lastSeenAt + deviceLifeMs),
    }));
  },
});
