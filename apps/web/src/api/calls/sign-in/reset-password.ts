import { api } from '../../api.ts';
import { call } from '../../request.ts';
import { readGenericAnswer } from '../../wire/generic-answer.ts';
import type { GenericAnswer } from '../../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    resetPassword: build.mutation<GenericAnswer, { userName: string }>({
      ...call('ResetPassword', ({ userName }) => ({ Username: userName }), readGenericAnswer),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useResetPasswordMutation } = injected;
