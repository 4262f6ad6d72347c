import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';
import { userApiKeys } from '../../../api/calls/accounts/get-user-api-keys.ts';

export type PermissionChange = {
  readonly userId: number;
  readonly apiKey: string;
  readonly permission: string;
  readonly isAdding: boolean;
};

const add = call('AddUserAPIKeyPermission', toRequest, readGenericAnswer);
const remove = call('RemoveUserAPIKeyPermission', toRequest, readGenericAnswer);

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Adds or removes one permission. The list is updated optimistically and rolled back when the server refuses. */
    changeUserApiKeyPermission: build.mutation<GenericAnswer, PermissionChange>({
      ...add,
      query: (change) => (change.isAdding ? add : remove).query(change),
      onQueryStarted: async ({ userId, apiKey, permission, isAdding }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          userApiKeys.util.updateQueryData('getUserApiKeys', { userId }, (keys) =>
            keys.map((key) => {
              if (key.apiKey !== apiKey) return key;
              const others = key.permissions.filter((one) => one !== permission);
              return { ...key, permissions: isAdding ? [...others, permission].toSorted() : others };
            }),
          ),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useChangeUserApiKeyPermissionMutation } = injected;

function toRequest({ userId, apiKey, permission }: PermissionChange) {
  return { UserId: userId, APIKey: apiKey, Permission: permission };
}
