/** The cards of the verification page: what each level opens and needs, and how a customer stands to it. */
import type { Engine, LevelLimits, Product } from '@salar/engine';
import { formatAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { companyLevels, listDocumentKinds, isRequestLevel } from '@salar/protocol/level-requests';
import type { AccountKind, RequestStatus } from '@salar/protocol/level-requests';
import type { Language } from '../notifications/languages.ts';
import { levelMax } from './levels.ts';
import { levelTexts } from './level-texts.ts';
import type { LevelTexts } from './level-texts.ts';

/** Addresses of forms elsewhere that collect the documents of a level; a level without one is asked for here. */
export type LevelForms = Readonly<Partial<Record<2 | 3 | 4, string>>>;

/** Texts are in one language; account kinds stay the wire's. */
export type LevelCard = {
  readonly level: number;
  readonly label: string;
  readonly userTypes: readonly string[];
  readonly benefits: readonly string[];
  readonly requirements: Readonly<Record<AccountKind, readonly string[]>>;
  readonly verifiedMessage: string;
  readonly notStartedMessage: string;
  readonly underReviewMessage: string;
  /** Of the level's one action, whoever may take it; null for a level that nobody asks for. */
  readonly buttonText: string | null;
  readonly formLink: string | null;
};

/** The words of the product spec, section 4. */
export type CardStatus = 'Verified' | 'Not Started' | 'Under Review';
/** Open the identity check, a form elsewhere, or a request of ours. */
export type CardAction = 'start' | 'form' | 'request' | 'support';

/** How one customer stands to one level. */
export type CardProgress = {
  readonly status: CardStatus;
  readonly action: CardAction | null;
  /** What a reviewer tells the customer. */
  readonly comment: string | null;
  readonly requestStatus: RequestStatus | null;
};
export type LevelProgress = {
  readonly level: number;
  readonly accountType: AccountKind;
  /** What was said last about the identity check, where it must be done again. */
  readonly reviewComment: string | null;
  /** The customer sent the identity check of level 1, whatever became of it. */
  readonly hasSentIdentity: boolean;
  /** The identity check was refused for good. */
  readonly isRefused: boolean;
  readonly requests: readonly {
    readonly level: number;
    readonly status: RequestStatus;
    readonly comment: string | null;
  }[];
};

/** Cards 0 to 4. @param notional  the product in which limits are told */
export function buildLevelCards(options: {
  readonly engine: Pick<Engine, 'levelLimits'>;
  readonly notional: Product | null;
  readonly forms: LevelForms;
  readonly language: Language;
}): readonly LevelCard[] {
  const words = levelTexts[options.language];
  return Array.from({ length: levelMax + 1 }, (_, level) => buildCard(level, words, options));
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

/** The account's level and all below are verified. A level is under review only once its customer has sent something. */
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

function buildCard(level: number, words: LevelTexts, { engine, notional, forms }: CardOptions): LevelCard {
  const kinds: readonly AccountKind[] = companyLevels.includes(level)
    ? ['Legal entity']
    : ['Natural person', 'Legal entity'];
  const formLink = isRequestLevel(level) ? (forms[level] ?? null) : null;
  return {
    level,
    label: words.label(level),
    userTypes: kinds.map((kind) => words.kinds[kind]),
    benefits: listBenefits(level, words, engine.levelLimits(level) ?? null, notional),
    requirements: {
      'Natural person': listRequirements(level, words, 'Natural person'),
      'Legal entity': listRequirements(level, words, 'Legal entity'),
    },
    verifiedMessage: words.verified,
    notStartedMessage: words.notStarted,
    underReviewMessage: words.underReview,
    buttonText: findButton(level, words, formLink),
    formLink,
  };
}

function findButton(level: number, words: LevelTexts, formLink: string | null): string | null {
  if (level === 0) return null;
  if (level === 1) return words.start;
  if (formLink === null) return words.request;
  return companyLevels.includes(level) ? words.upgrade : words.openForm;
}

/** Figures are the engine's own: what the card says is what a withdrawal meets. */
function listBenefits(
  level: number,
  words: LevelTexts,
  limits: LevelLimits | null,
  notional: Product | null,
): readonly string[] {
  if (level === 0) return [words.look, words.noMoney];
  const daily = limits?.dailyLimit ?? null;
  const monthly = limits?.monthlyLimit ?? null;
  const say = (amount: Minor) => formatLimit(amount, notional);
  const [byDay, byMonth] =
    level === 1 ? [words.firstDaily, words.firstMonthly] : [words.daily, words.monthly];
  const bounds = [
    ...(daily === null ? [] : [byDay(say(daily))]),
    ...(monthly === null ? [] : [byMonth(say(monthly))]),
  ];
  return [words.deposits, ...(bounds.length === 0 ? [words.unlimited] : bounds)];
}

/** `10,000,000 COP`: grouped as on every screen (product spec, section 9). */
function formatLimit(amount: Minor, notional: Product | null): string {
  const [whole = '', fraction] = formatAmount(amount, notional?.decimals ?? 0).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const figure = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return notional === null ? figure : `${figure} ${notional.symbol}`;
}

function listRequirements(level: number, words: LevelTexts, kind: AccountKind): readonly string[] {
  if (level === 0) return [words.email];
  if (level === 1) return [kind === 'Legal entity' ? words.representative : words.identity, words.selfie];
  const documents = listDocumentKinds(kind).map((document) => words.documents[document]);
  // The form stands after the three documents that everybody sends (product spec, section 6).
  return [words.levelOne, ...documents.slice(0, 3), words.funds, ...documents.slice(3)];
}
