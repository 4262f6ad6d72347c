import { call } from '../request.ts';
import { securityApi } from '../security-api.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSecondFactorReset: build.mutation<GenericAnswer, void>({
      ...call('CancelSecondFactorReset', null, readGenericAnswer),
      invalidatesTags: ['SecondFactor', 'Activity'],
    }),
  }),
});

export const { useCancelSecondFactorResetMutation } = injected;
