import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    resendVerificationEmail: build.mutation<GenericAnswer, { email: string }>({
      query: ({ email }) => call('ResendVerificationEmail', { Email: email }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readGenericAnswer(answer),
    }),
  }),
});

export const { useResendVerificationEmailMutation } = injected;
