import { required, secretField, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { passwordRefusals } from '../registration/register-user.ts';
import { signInTexts, throttledText } from '../sign-in/authenticate-user.ts';
import { sessionCall } from './chapter-calls.ts';

export const changePassword = sessionCall({
  name: 'ChangePassword',
  permissions: [],
  needsRecentAuth: true,
  input: { OldPassword: required(secretField(1024)), NewPassword: required(secretField(1024)) },
  output: shape.object({ SessionToken: shape.text }),
  rate: 'sign-in',
  session: 'begins',
  about:
    'Replaces the password of the customer, who gives the current one. Returns a new token for the session; the previous one is invalid at once. Every other session ends, and so do API keys with Withdraw, and API keys and passkeys that were added in the last seven days.',
  example: {
    input: { OldPassword: '...', NewPassword: '...' },
    output: { SessionToken: 'sal_s_...' },
  },
  async run({ services, request, session }, { OldPassword, NewPassword }) {
    const { token, origin } = request;
    if (token === null) return refuseCall('notAuthorized');
    const changed = await services.authentication.passwordChange.change({
      session,
      token,
      origin,
      currentPassword: OldPassword,
      password: NewPassword,
    });
    if (changed.ok) return { SessionToken: changed.value };
    switch (changed.refusal) {
      case 'throttled':
        return refuseCall('operationFailed', throttledText(changed));
      case 'credentials_wrong':
        return refuseCall('operationFailed', 'Invalid password');
      case 'locked':
        return refuseCall('operationFailed', signInTexts.locked);
      case 'session_over':
        return refuseCall('notAuthorized');
      default:
        return passwordRefusals[changed.refusal];
    }
  },
});
