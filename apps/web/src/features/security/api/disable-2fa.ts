import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** Starts to disable the second factor; `Authenticate2FA` with a code completes it. */
    disable2FA: build.mutation<GenericAnswer, void>({
      ...call('Disable2FA', null, readGenericAnswer),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useDisable2FAMutation } = injected;
