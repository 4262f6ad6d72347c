import { id, textField, userInfoShape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toUserInfoRow } from '../../wire-rows/account-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const setUserInfo = sessionCall({
  name: 'SetUserInfo',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: { UserId: id(), UserName: textField(254), Email: textField(254) },
  output: userInfoShape,
  rate: 'read',
  about:
    'The signed-in user, for clients that send the whole user back. A different name or address is refused with error 106: changing the address of an account would allow taking it over.',
  example: {
    input: { UserId: 17, UserName: 'maria', Email: 'maria@example.com' },
    output: { UserId: 17, UserName: 'maria', Email: 'maria@example.com' },
  },
  async run({ services, user }, { UserName, Email }) {
    const isSame = (UserName || user.userName) === user.userName && (Email || user.email) === user.email;
    if (!isSame) return refuseCall('notSupported');
    return toUserInfoRow(user, await services.authentication.secondFactor.isOn(user.userId));
  },
});
