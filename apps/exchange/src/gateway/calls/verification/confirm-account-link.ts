import { genericShape, required, textField } from '@salar/protocol/wire';
import type { ConfirmLinkRefusal } from '@salar/services/accounts/account-link-service';
import { done, refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const confirmAccountLink = sessionCall({
  name: 'ConfirmAccountLink',
  permissions: [],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
  input: { UserName: required(textField(64)), WalletAddress: required(textField(64)) },
  output: genericShape,
  rate: 'tickets',
  about:
    'Links the account with the user and the wallet of the test network that link-user claimed for it. A link is never overwritten; confirming the same one again changes nothing.',
  example: {
    input: { UserName: 'maria-test', WalletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, user, request }, { UserName, WalletAddress }) {
    const confirmed = await services.accounts.accountLinks.confirm({
      user,
      origin: request.origin,
      userName: UserName,
      walletAddress: WalletAddress,
    });
    return confirmed.ok ? done : refusals[confirmed.refusal];
  },
});

const refusals: Readonly<Record<ConfirmLinkRefusal, CallRefusal>> = {
  user_name_malformed: refuseCall('invalidRequest', 'Invalid UserName'),
  wallet_malformed: refuseCall('invalidRequest', 'Invalid WalletAddress'),
  account_linked: refuseCall('operationFailed', 'Account already linked'),
  wallet_linked: refuseCall('operationFailed', 'Wallet already linked to another account'),
  user_name_linked: refuseCall('operationFailed', 'User already linked to another account'),
  claim_missing: refuseCall('operationFailed', 'This link was not asked for'),
};
