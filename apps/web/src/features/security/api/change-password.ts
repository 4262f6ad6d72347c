import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** The old token is revoked at once; the session continues with the new one of the answer. */
    changePassword: build.mutation<null, { readonly oldPassword: string; readonly newPassword: string }>({
      ...call(
        'ChangePassword',
        ({ oldPassword, newPassword }) => ({ OldPassword: oldPassword, NewPassword: newPassword }),
        () => null,
        () => ({ session: 'renews' }),
      ),
      invalidatesTags: ['Sessions', 'Passkeys', 'Activity'],
    }),
  }),
});

export const { useChangePasswordMutation } = injected;
