import { shape } from '@salar/protocol/wire';
import { getLevelName } from '@salar/services/verification/levels';
import { sessionCall } from './chapter-calls.ts';

export const getUserVerificationLevel = sessionCall({
  name: 'GetUserVerificationLevel',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.object({
    UserId: shape.integer,
    AccountId: shape.integer,
    VerificationLevel: shape.integer,
    VerificationLevelName: shape.text,
    AccountType: shape.text,
    Status: shape.text,
  }),
  rate: 'read',
  about:
    'The verification level of the account, and the status of the identity check: NotStarted, Processing, Verified, Rejected or Expired.',
  example: {
    input: { UserId: 17 },
    output: {
      UserId: 17,
      AccountId: 1031,
      VerificationLevel: 1,
      VerificationLevelName: 'Level 1',
      AccountType: 'Natural person',
      Status: 'Verified',
    },
  },
  async run({ services, user, accountId }) {
    const level = await services.engine.read((view) => view.account(accountId)?.level ?? 0);
    const reviews = await services.verification.identity.reviews(user.userId);
    const review = reviews.find((one) => one.level === 1);
    return {
      UserId: user.userId,
      AccountId: accountId,
      VerificationLevel: level,
      VerificationLevelName: getLevelName(level),
      AccountType: user.accountType,
      Status: level >= 1 ? 'Verified' : checkStatus(review?.status),
    };
  },
});

function checkStatus(review: string | undefined): string {
  if (review === undefined) return 'NotStarted';
  return review === 'retry' || review === 'rejected' ? 'Rejected' : 'Processing';
}
