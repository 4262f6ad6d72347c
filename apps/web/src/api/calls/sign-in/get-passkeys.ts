import { call } from '../../request.ts';
import { securityApi } from '../../security-api.ts';
import { readEachRow } from '../../wire/wire-row.ts';

/** Times are ISO 8601. */
export type Passkey = {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** The time from which its signatures raise the limits of withdrawals; null while that is not known. */
  readonly countsFrom: string | null;
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    getPasskeys: build.query<readonly Passkey[], void>({
      ...call(
        'GetPasskeys',
        null,
        readEachRow((row) => ({
          passkeyId: row.text('PasskeyId'),
          name: row.text('Name'),
          createdAt: row.text('CreatedAt'),
          lastUsedAt: row.textOr('LastUsedAt', null),
          countsFrom: row.textOr('CountsFrom', null),
        })),
      ),
      providesTags: ['Passkeys'],
    }),
  }),
});

export const { useGetPasskeysQuery } = injected;
