/** The cards of the verification page: the benefits and requirements of each level, and the customer's progress. */
import type { EngineView, LevelLimits, Product } from '@salar/engine';
import { formatAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { companyLevels, listDocumentKinds, isRequestLevel } from '@salar/protocol/level-requests';
import type { AccountKind, RequestStatus } from '@salar/protocol/level-requests';
import type { Language } from '../notifications/languages.ts';
import { levelMax } from './levels.ts';
import { levelTexts } from './level-texts.ts';
import type { LevelTexts } from './level-texts.ts';

/** Addresses of external forms that collect the documents of a level; other levels are requested here. */
export type LevelForms = Readonly<Partial<Record<2 | 3 | 4, string>>>;

/** Texts are in one language; account kinds keep their wire names. */
export type LevelCard = {
  readonly level: number;
  readonly label: string;
  readonly userTypes: readonly string[];
  readonly benefits: readonly string[];
  readonly requirements: Readonly<Record<AccountKind, readonly string[]>>;
  readonly verifiedMessage: string;
  readonly notStartedMessage: string;
  readonly underReviewMessage: string;
  /** The label of the level's only action; null for a level that nobody requests. */
  readonly buttonText: string | null;
  readonly formLink: string | null;
};

/** The statuses of the product spec, section 4. */
type CardStatus = 'Verified' | 'Not Started' | 'Under Review';
/** Open the identity check, an external form, one of our requests, or support. */
type CardAction = 'start' | 'form' | 'request' | 'support';

/** One customer's progress towards one level. */
export type CardProgress = {
  readonly status: CardStatus;
  readonly action: CardAction | null;
  /** The reviewer's comment for the customer. */
  readonly comment: string | null;
  readonly requestStatus: RequestStatus | null;
};
export type LevelProgress = {
  readonly level: number;
  readonly accountType: AccountKind;
  /** The last comment on the identity check, when it must be repeated. */
  readonly reviewComment: string | null;
  /** True when the customer has sent the identity check of level 1, whatever its result. */
  readonly hasSentIdentity: boolean;
  /** True when the identity check was refused for good. */
  readonly isRefused: boolean;
  readonly requests: readonly {
    readonly level: number;
    readonly status: RequestStatus;
    readonly comment: string | null;
  }[];
};

/** Builds cards 0 to 4. @param notional  the product in which limits are expressed */
export function buildLevelCards(options: {
  readonly view: Pick<EngineView, 'levelLimits'>;
  readonly notional: Product | null;
  readonly forms: LevelForms;
  readonly language: Language;
}): readonly LevelCard[] {
  const texts = levelTexts[options.language];
  return Array.from({ length: levelMax + 1 }, (_, level) => buildCard(level, texts, options));
}

export function findCardProgress(
  card: { readonly level: number },
  forms: LevelForms,
  own: LevelProgress,
): CardProgress {
  const { level } = card;
  const request = own.requests.find((one) => one.level === level) ?? null;
  const hasSent = level === 1 ? own.hasSentIdentity : request !== null && request.status !== 'Draft';
  const status = findStatus(level, { accountLevel: own.level, hasSent });
  return {
    status,
    action: status === 'Verified' ? null : findAction(level, forms, own),
    comment: status === 'Verified' ? null : level === 1 ? own.reviewComment : (request?.comment ?? null),
    requestStatus: request?.status ?? null,
  };
}

/** The account's level and all below are verified. A level is under review only after its customer has sent something. */
function findStatus(
  level: number,
  { accountLevel, hasSent }: { readonly accountLevel: number; readonly hasSent: boolean },
): CardStatus {
  if (accountLevel > 0 && accountLevel >= level) return 'Verified';
  return hasSent ? 'Under Review' : 'Not Started';
}

function findAction(level: number, forms: LevelForms, own: LevelProgress): CardAction | null {
  if (level === 1) return own.isRefused ? 'support' : 'start';
  if (!isRequestLevel(level)) return null;
  if (forms[level] !== undefined) return 'form';
  const isForThem = own.accountType === 'Legal entity' || !companyLevels.includes(level);
  return own.level >= 1 && isForThem ? 'request' : null;
}

type CardOptions = Parameters<typeof buildLevelCards>[0];

function buildCard(level: number, texts: LevelTexts, { view, notional, forms }: CardOptions): LevelCard {
  const kinds: readonly AccountKind[] = companyLevels.includes(level)
    ? ['Legal entity']
    : ['Natural person', 'Legal entity'];
  const formLink = isRequestLevel(level) ? (forms[level] ?? null) : null;
  return {
    level,
    label: texts.label(level),
    userTypes: kinds.map((kind) => texts.kinds[kind]),
    benefits: listBenefits(level, texts, view.levelLimits(level) ?? null, notional),
    requirements: {
      'Natural person': listRequirements(level, texts, 'Natural person'),
      'Legal entity': listRequirements(level, texts, 'Legal entity'),
    },
    verifiedMessage: texts.verified,
    notStartedMessage: texts.notStarted,
    underReviewMessage: texts.underReview,
    buttonText: findButton(level, texts, formLink),
    formLink,
  };
}

function findButton(level: number, texts: LevelTexts, formLink: string | null): string | null {
  if (level === 0) return null;
  if (level === 1) return texts.start;
  if (formLink === null) return texts.request;
  return companyLevels.includes(level) ? texts.upgrade : texts.openForm;
}

/** Lists the benefits with the engine's own limits, which withdrawals are checked against. */
function listBenefits(
  level: number,
  texts: LevelTexts,
  limits: LevelLimits | null,
  notional: Product | null,
): readonly string[] {
  if (level === 0) return [texts.look, texts.noMoney];
  const daily = limits?.dailyLimit ?? null;
  const monthly = limits?.monthlyLimit ?? null;
  const format = (amount: Minor) => formatLimit(amount, notional);
  const [byDay, byMonth] =
    level === 1 ? [texts.firstDaily, texts.firstMonthly] : [texts.daily, texts.monthly];
  const bounds = [
    ...(daily === null ? [] : [byDay(format(daily))]),
    ...(monthly === null ? [] : [byMonth(format(monthly))]),
  ];
  return [texts.deposits, ...(bounds.length === 0 ? [texts.unlimited] : bounds)];
}

/** Formats `10,000,000 COP`: grouped as on every screen (product spec, section 9). */
function formatLimit(amount: Minor, notional: Product | null): string {
  const [whole = '', fraction] = formatAmount(amount, notional?.decimals ?? 0).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const figure = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return notional === null ? figure : `${figure} ${notional.symbol}`;
}

function listRequirements(level: number, texts: LevelTexts, kind: AccountKind): readonly string[] {
  if (level === 0) return [texts.email];
  if (level === 1) return [kind === 'Legal entity' ? texts.representative : texts.identity, texts.selfie];
  const documents = listDocumentKinds(kind).map((document) => texts.documents[document]);
  // The form comes after the three documents that every customer sends (product spec, section 6).
  return [texts.levelOne, ...documents.slice(0, 3), texts.funds, ...documents.slice(3)];
}
