import type { FundsDraft } from '@salar/protocol/level-requests';
import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Keeps the form as it stands. */
    saveLevelRequest: build.mutation<GenericAnswer, { level: number; funds: FundsDraft }>({
      query: ({ level, funds }) => call('SaveLevelRequest', { Level: level, Funds: funds }),
      transformResponse: readGenericAnswer,
    }),
    submitLevelRequest: build.mutation<GenericAnswer, { level: number }>({
      query: ({ level }) => call('SubmitLevelRequest', { Level: level }),
      transformResponse: readGenericAnswer,
      invalidatesTags: ['User'],
    }),
    removeLevelDocument: build.mutation<GenericAnswer, { documentId: number }>({
      query: ({ documentId }) => call('RemoveLevelDocument', { DocumentId: documentId }),
      transformResponse: readGenericAnswer,
    }),
  }),
});

export const { useSaveLevelRequestMutation, useSubmitLevelRequestMutation, useRemoveLevelDocumentMutation } =
  injected;
