import { shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { sessionCall } from './chapter-calls.ts';

const { list, object, text } = shape;

export const getAccountLink = sessionCall({
  name: 'GetAccountLink',
  permissions: [],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
  input: {},
  output: list(object({ UserName: text, WalletAddress: text, LinkedAt: text })),
  rate: 'read',
  about: 'The user and the wallet of the test network that the account is linked to: one row, or none.',
  example: {
    input: {},
    output: [
      {
        UserName: 'maria-test',
        WalletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        LinkedAt: '2026-05-04T12:00:00.000Z',
      },
    ],
  },
  async run({ services, user }) {
    const link = await services.accounts.accountLinks.findLink(user.accountId);
    if (link === null) return [];
    return [
      { UserName: link.userName, WalletAddress: link.walletAddress, LinkedAt: formatIso(link.linkedAt) },
    ];
  },
});
