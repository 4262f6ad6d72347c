import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    unlockAccount: build.mutation<GenericAnswer, { readonly userId: string; readonly verifyCode: string }>({
      query: ({ userId, verifyCode }) => call('UnlockAccount', { UserId: userId, VerifyCode: verifyCode }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readGenericAnswer(answer),
    }),
  }),
});

export const { useUnlockAccountMutation } = injected;
