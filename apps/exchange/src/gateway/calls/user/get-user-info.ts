import { id, textField, userInfoShape } from '@salar/protocol/wire';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import { refuseCall } from '../../call.ts';
import { toUserInfoRow } from '../../wire-rows/account-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getUserInfo = sessionCall({
  name: 'GetUserInfo',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { UserId: 'ownUser' },
  input: { UserId: id(), UserName: textField(254), Email: textField(254) },
  output: userInfoShape,
  rate: 'read',
  about: 'The signed-in user.',
  example: { input: { UserId: 17 }, output: { UserId: 17, UserName: 'maria', Email: 'maria@example.com' } },
  async run({ services, user }, { UserId, UserName, Email }) {
    // Clients send the login as UserName, which may be the e-mail address: either one is the caller's.
    const own = new Set([toUserNameKey(user.userName), toEmailKey(user.email)]);
    const isOwn = [UserName, Email].every(
      (name) => !name || own.has(toUserNameKey(name)) || own.has(toEmailKey(name)),
    );
    // The guard has checked a given UserId already; then the names are ignored.
    if (UserId === undefined && !isOwn) return refuseCall('notAuthorized');
    return toUserInfoRow(user, await services.authentication.secondFactor.isOn(user.userId));
  },
});
