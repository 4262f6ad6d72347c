import { shape, textField } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { toLanguage } from '@salar/services/notifications/languages';
import { buildLevelCards, findCardProgress } from '@salar/services/verification/level-cards';
import type { LevelProgress } from '@salar/services/verification/level-cards';
import type { User } from '@salar/store/tables/customers/users';
import { findSession } from '../../guard/guard.ts';
import { publicCall } from './chapter-calls.ts';
import type { Services } from './chapter-calls.ts';

const texts = shape.list(shape.text);

export const getKycLevels = publicCall({
  name: 'GetKycLevels',
  input: { Language: textField(16) },
  output: shape.list(
    shape.object({
      level: shape.integer,
      label: shape.text,
      description: shape.list(shape.object({ user_type: shape.text })),
      benefits: texts,
      requirements: shape.object({ 'Natural person': texts, 'Legal entity': texts }),
      verifiedMessage: shape.text,
      notStartedMessage: shape.text,
      underReviewMessage: shape.text,
      buttonText: shape.nullable(shape.text),
      formlink: shape.nullable(shape.text),
      Status: shape.nullable(shape.text),
      Action: shape.nullable(shape.text),
      Comment: shape.nullable(shape.text),
      RequestStatus: shape.nullable(shape.text),
    }),
  ),
  rate: 'read',
  about:
    "The cards of the verification levels, in en, es or pt. With a session each also has the customer's progress: Status, the one available Action (start: the identity check, form: the formlink, request: a level request, support: the check was refused for good), the last comment of a reviewer and the status of the request.",
  example: {
    input: { OMSId: 1, Language: 'en' },
    output: [
      {
        level: 2,
        label: 'Level 2',
        description: [{ user_type: 'Natural person' }, { user_type: 'Legal entity' }],
        benefits: ['Unlimited crypto deposits'],
        requirements: { 'Natural person': ['Level 1 approval'], 'Legal entity': ['Level 1 approval'] },
        verifiedMessage: 'Verified',
        notStartedMessage: 'Not Started',
        underReviewMessage: 'Under Review',
        buttonText: 'Send documents',
        formlink: null,
        Status: 'Under Review',
        Action: 'request',
        Comment: null,
        RequestStatus: null,
      },
    ],
  },
  async run({ services, request }, { Language }) {
    const { forms } = services.verification.levelRequests;
    const cards = await services.engine.read((view) =>
      buildLevelCards({
        view,
        notional: findNotionalProduct(view),
        forms,
        language: toLanguage(Language),
      }),
    );
    const session = await findSession(services, request);
    // Details of requests and reviews are for the customer in person.
    const own = session?.key === null ? await findProgress(services, session.user) : null;
    return cards.map((card) => {
      const standing = own === null ? null : findCardProgress(card, forms, own);
      return {
        level: card.level,
        label: card.label,
        description: card.userTypes.map((name) => ({ user_type: name })),
        benefits: card.benefits,
        requirements: card.requirements,
        verifiedMessage: card.verifiedMessage,
        notStartedMessage: card.notStartedMessage,
        underReviewMessage: card.underReviewMessage,
        buttonText: card.buttonText,
        formlink: card.formLink,
        Status: standing?.status ?? null,
        Action: standing?.action ?? null,
        Comment: standing?.comment ?? null,
        RequestStatus: standing?.requestStatus ?? null,
      };
    });
  },
});

async function findProgress(services: Services, user: User): Promise<LevelProgress> {
  const [requests, reviews] = await Promise.all([
    services.verification.levelRequests.listStatuses(user.userId),
    services.verification.identity.reviews(user.userId),
  ]);
  const review = reviews.find(({ level }) => level === 1);
  return {
    level: await services.engine.read((view) => view.account(user.accountId)?.level ?? 0),
    accountType: user.accountType,
    reviewComment: review?.comment ?? null,
    // A provider reports `init` as soon as its form is opened, and again when everything sent was withdrawn.
    hasSentIdentity: review !== undefined && review.status !== 'init',
    isRefused: review?.status === 'rejected',
    requests,
  };
}
