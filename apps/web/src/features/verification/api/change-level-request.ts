import type { FundsDraft } from '@salar/protocol/level-requests';
import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the form as a draft. */
    saveLevelRequest: build.mutation<GenericAnswer, { level: number; funds: FundsDraft }>({
      ...call('SaveLevelRequest', ({ level, funds }) => ({ Level: level, Funds: funds }), readGenericAnswer),
    }),
    submitLevelRequest: build.mutation<GenericAnswer, { level: number }>({
      ...call('SubmitLevelRequest', ({ level }) => ({ Level: level }), readGenericAnswer),
      invalidatesTags: ['User'],
    }),
    removeLevelDocument: build.mutation<GenericAnswer, { documentId: number }>({
      ...call('RemoveLevelDocument', ({ documentId }) => ({ DocumentId: documentId }), readGenericAnswer),
    }),
  }),
});

export const { useSaveLevelRequestMutation, useSubmitLevelRequestMutation, useRemoveLevelDocumentMutation } =
  injected;
