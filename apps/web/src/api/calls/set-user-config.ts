import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

export type UserConfig = { readonly userId: number; readonly config: Readonly<Record<string, string>> };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    setUserConfig: build.mutation<GenericAnswer, UserConfig>({
      query: ({ userId, config }) =>
        call('SetUserConfig', {
          userId,
          config: Object.entries(config).map(([Key, Value]) => ({ Key, Value })),
        }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readGenericAnswer(answer),
    }),
  }),
});

export const { useSetUserConfigMutation } = injected;
