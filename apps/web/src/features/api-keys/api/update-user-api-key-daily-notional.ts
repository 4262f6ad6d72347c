import { api } from '../../../api/api.ts';
import { readApiKey } from '../../../api/records/api-key.ts';
import type { ApiKey } from '../../../api/records/api-key.ts';
import { call } from '../../../api/request.ts';
import { readOneRow } from '../../../api/wire/wire-row.ts';

type Change = {
  readonly userId: number;
  readonly apiKey: string;
  /** Plain decimal text; empty for the exchange's default. */
  readonly dailyNotional: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    updateUserApiKeyDailyNotional: build.mutation<ApiKey, Change>({
      ...call(
        'UpdateUserAPIKeyDailyNotional',
        ({ userId, apiKey, dailyNotional }) => ({
          UserId: userId,
          APIKey: apiKey,
          ...(dailyNotional !== '' && { DailyNotional: dailyNotional }),
        }),
        readOneRow(readApiKey),
      ),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useUpdateUserApiKeyDailyNotionalMutation } = injected;
