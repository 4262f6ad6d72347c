import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readEachRow } from '../../../api/wire/wire-row.ts';

/** A session of the customer or of a program with one of their keys. Times are ISO text. */
export type UserSession = {
  readonly sessionId: string;
  /** For example "Chrome on Android". */
  readonly deviceName: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** Whether this page uses the session. */
  readonly isCurrent: boolean;
  /** The first characters of the key that opened it; null when a person signed in. */
  readonly apiKey: string | null;
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    getUserSessions: build.query<readonly UserSession[], void>({
      ...call(
        'GetUserSessions',
        null,
        readEachRow((row) => ({
          sessionId: row.text('SessionId'),
          deviceName: row.textOr('DeviceName', null) || null,
          ipAddress: row.textOr('IpAddress', null) || null,
          createdAt: row.text('CreatedAt'),
          lastUsedAt: row.text('LastUsedAt'),
          isCurrent: row.flag('IsCurrent'),
          apiKey: row.textOr('APIKey', null) || null,
        })),
      ),
      providesTags: ['Sessions'],
    }),
  }),
});

export const { useGetUserSessionsQuery } = injected;
