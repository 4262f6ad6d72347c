import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    freezeAccount: build.mutation<GenericAnswer, { readonly userId: string; readonly verifyCode: string }>({
      ...call(
        'FreezeAccount',
        ({ userId, verifyCode }) => ({ UserId: userId, VerifyCode: verifyCode }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useFreezeAccountMutation } = injected;
