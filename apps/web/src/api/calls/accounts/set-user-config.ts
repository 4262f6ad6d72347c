import { api } from '../../api.ts';
import { call } from '../../request.ts';
import { readGenericAnswer } from '../../wire/generic-answer.ts';
import type { GenericAnswer } from '../../wire/generic-answer.ts';

export type UserConfig = { readonly userId: number; readonly config: Readonly<Record<string, string>> };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    setUserConfig: build.mutation<GenericAnswer, UserConfig>({
      ...call(
        'SetUserConfig',
        ({ userId, config }) => ({
          userId,
          config: Object.entries(config).map(([Key, Value]) => ({ Key, Value })),
        }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useSetUserConfigMutation } = injected;
