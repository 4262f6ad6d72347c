import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    endUserSession: build.mutation<GenericAnswer, { readonly sessionId: string }>({
      ...call('EndUserSession', ({ sessionId }) => ({ SessionId: sessionId }), readGenericAnswer),
      invalidatesTags: ['Sessions', 'Activity'],
    }),
    /** Ends all sessions except the one that sends the request. */
    endOtherUserSessions: build.mutation<GenericAnswer, void>({
      ...call('EndOtherUserSessions', null, readGenericAnswer),
      invalidatesTags: ['Sessions', 'Activity'],
    }),
  }),
});

export const { useEndUserSessionMutation, useEndOtherUserSessionsMutation } = injected;
