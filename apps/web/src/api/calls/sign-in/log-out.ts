import { api } from '../../api.ts';
import { call } from '../../request.ts';
import { readGenericAnswer } from '../../wire/generic-answer.ts';
import type { GenericAnswer } from '../../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    logOut: build.mutation<GenericAnswer, void>({
      ...call('LogOut', null, readGenericAnswer, () => ({ session: 'ends' })),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useLogOutMutation } = injected;
