import { shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { shownKey } from '@salar/services/api-keys/api-key-service';
import { toDeviceName } from '@salar/services/sessions/device-names';
import { sessionCall } from './chapter-calls.ts';

export const getUserSessions = sessionCall({
  name: 'GetUserSessions',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(
    shape.object({
      SessionId: shape.text,
      DeviceName: shape.text,
      IpAddress: shape.nullable(shape.text),
      CreatedAt: shape.text,
      LastUsedAt: shape.text,
      IsCurrent: shape.boolean,
      APIKey: shape.nullable(shape.text),
    }),
  ),
  rate: 'read',
  about:
    'The active sessions of the user, the most recently used one first. `APIKey` is the prefix of the key that opened a session, null for the user in person.',
  example: {
    input: {},
    output: [
      {
        SessionId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
        DeviceName: 'Chrome on Android',
        IpAddress: '203.0.113.9',
        CreatedAt: '2026-05-04T12:00:00.000Z',
        LastUsedAt: '2026-05-04T12:10:00.000Z',
        IsCurrent: true,
        APIKey: null,
      },
    ],
  },
  async run({ services, user, session }) {
    const sessions = await services.access.customerSessions.list(user);
    return sessions.map(({ sessionId, agent, requestIp, createdAt, usedAt, apiKey }) => ({
      SessionId: sessionId,
      DeviceName: toDeviceName(agent),
      IpAddress: requestIp,
      CreatedAt: formatIso(createdAt),
      LastUsedAt: formatIso(usedAt),
      IsCurrent: sessionId === session.sessionId,
      APIKey: apiKey === null ? null : shownKey(apiKey),
    }));
  },
});
