import { withAliases, genericShape, required, textField } from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const resetPassword = publicCall({
  name: 'ResetPassword',
  input: { UserName: required(withAliases(textField(254), 'Email')) },
  output: genericShape,
  rate: 'mail',
  about: 'Mails a link to set a new password, to a verified address only. Succeeds for unknown names too.',
  example: {
    input: { UserName: 'maria' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request }, { UserName }) {
    await services.authentication.passwordReset.request(UserName, request.origin);
    return done;
  },
});
