import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSecondFactorReset: build.mutation<GenericAnswer, void>({
      ...call('CancelSecondFactorReset', null, readGenericAnswer),
      invalidatesTags: ['SecondFactor', 'Activity'],
    }),
  }),
});

export const { useCancelSecondFactorResetMutation } = injected;
