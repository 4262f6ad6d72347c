import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    unlockAccount: build.mutation<GenericAnswer, { readonly userId: string; readonly verifyCode: string }>({
      ...call(
        'UnlockAccount',
        ({ userId, verifyCode }) => ({ UserId: userId, VerifyCode: verifyCode }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useUnlockAccountMutation } = injected;
