import { withAliases, integerField, shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { sessionCall } from './chapter-calls.ts';

const rowsMax = 100;

export const getUserActivity = sessionCall({
  name: 'GetUserActivity',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: { StartIndex: integerField(), Limit: withAliases(integerField(), 'Depth', 'Count') },
  output: shape.list(
    shape.object({
      Id: shape.integer,
      Time: shape.text,
      Action: shape.text,
      IpAddress: shape.nullable(shape.text),
      Object: shape.nullable(shape.text),
      Detail: shape.nullable(shape.text),
    }),
  ),
  rate: 'read',
  about:
    'The activity of the account, newest first: sign-ins, changes of password, second factor, keys and destinations, withdrawals. The record is append-only.',
  example: {
    input: { StartIndex: 0, Limit: 20 },
    output: [
      {
        Id: 88,
        Time: '2026-05-04T12:00:00.000Z',
        Action: 'sign_in',
        IpAddress: '203.0.113.9',
        Object: null,
        Detail: 'password',
      },
    ],
  },
  async run({ services, user }, { StartIndex, Limit }) {
    const limit = Math.min(Limit ?? rowsMax, rowsMax);
    const rows = await services.accounts.securityLog.list(user.userId, {
      startIndex: StartIndex ?? 0,
      limit,
    });
    return rows.map(({ entryId, at, action, requestIp, object, detail }) => ({
      Id: entryId,
      Time: formatIso(at),
      Action: action,
      IpAddress: requestIp,
      Object: object,
      Detail: detail,
    }));
  },
});
