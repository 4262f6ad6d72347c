import { api } from '../../api.ts';
import { call } from '../../request.ts';
import { readGenericAnswer } from '../../wire/generic-answer.ts';
import type { GenericAnswer } from '../../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    resendVerificationEmail: build.mutation<GenericAnswer, { email: string }>({
      ...call('ResendVerificationEmail', ({ email }) => ({ Email: email }), readGenericAnswer),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useResendVerificationEmailMutation } = injected;
