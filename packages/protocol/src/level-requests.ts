/**
 * The contents of a request for levels 2 to 4 (product spec, section 6): which documents of whom, how old they may
 * be, and the form on the source of funds. The server enforces these rules; the screens display them.
 */
import type { Millis } from './ids.ts';

export type AccountKind = 'Natural person' | 'Legal entity';

/** Levels after level 1, which are requested with documents. */
const requestLevels = [2, 3, 4] as const;
export type RequestLevel = (typeof requestLevels)[number];
export function isRequestLevel(level: number): level is RequestLevel {
  return (requestLevels as readonly number[]).includes(level);
}

/** Levels for legal entities only (product spec, section 6). */
export const companyLevels: readonly number[] = [3, 4];

export const requestStatuses = ['Draft', 'Submitted', 'Returned', 'Approved', 'Rejected'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The next statuses of a request: submitted by the customer, decided by an operator. */
export const requestTransitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  Draft: ['Submitted'],
  Submitted: ['Approved', 'Returned', 'Rejected'],
  Returned: ['Submitted'],
  Rejected: ['Returned'],
  Approved: [],
};
/** Statuses in which the owner may still change the request. */
export const editableStatuses: readonly RequestStatus[] = ['Draft', 'Returned'];

export const documentFileBytesMax = 10 * 1024 * 1024;
export const requestFilesMax = 30;
export const requestBytesMax = 100 * 1024 * 1024;
export const fileNameLengthMax = 120;

/** Formats of a document, detected by its first bytes and never by its name. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type DocumentType = (typeof documentTypes)[number];

type DocumentRule = {
  readonly of: readonly AccountKind[];
  /** Maximum age in days; the owner enters the date of issue. */
  readonly daysMax?: number;
};
const both: readonly AccountKind[] = ['Natural person', 'Legal entity'];
const companies: readonly AccountKind[] = ['Legal entity'];

/** In the order in which they are requested. At least one file of each. */
const documentRules = {
  identity: { of: both },
  residence: { of: both },
  bank_certificate: { of: both },
  existence_certificate: { of: companies, daysMax: 30 },
  tax_registry: { of: companies, daysMax: 90 },
  beneficial_owners: { of: companies, daysMax: 90 },
  bank_statements: { of: companies },
  invoices: { of: companies },
  tax_return: { of: companies },
  financial_statements: { of: companies },
} as const satisfies Readonly<Record<string, DocumentRule>>;
export type DocumentKind = keyof typeof documentRules;
export const documentKinds = Object.keys(documentRules) as readonly DocumentKind[];

export function isDocumentKind(text: string): text is DocumentKind {
  return Object.hasOwn(documentRules, text);
}

export function listDocumentKinds(account: AccountKind): readonly DocumentKind[] {
  return documentKinds.filter((kind) => documentRules[kind].of.includes(account));
}

/** Returns the maximum age in days; null for documents of any age. */
export function getDaysMax(kind: DocumentKind): number | null {
  const rule: DocumentRule = documentRules[kind];
  return rule.daysMax ?? null;
}

const dayMs = 86_400_000;
/** Today is already tomorrow in time zones further east. */
const aheadMs = 14 * 3_600_000;

/** True when a document of this kind may have been issued on a day. @param day `2026-03-05` */
export function isIssueDayAccepted(kind: DocumentKind, day: string, now: Millis | number): boolean {
  const daysMax = getDaysMax(kind);
  const at = dayStart(day);
  if (at === null || at > now + aheadMs) return false;
  return daysMax === null || at > now - (daysMax + 1) * dayMs;
}

function dayStart(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at;
}

/** Numbers of the wire; a number is never reused. */
export const fundsSources = {
  Salary: 1,
  Business: 2,
  Investments: 3,
  Savings: 4,
  PropertySale: 5,
  Inheritance: 6,
  Loan: 7,
  Other: 8,
} as const;
export const fundsPurposes = { Investment: 1, Trading: 2, Payments: 3, Remittances: 4, Treasury: 5 } as const;
/** Pesos a month, in millions. */
export const fundsRanges = { UpTo10: 1, UpTo50: 2, UpTo200: 3, UpTo1000: 4, Above1000: 5 } as const;
export const occupationLengthMax = 120;
export const descriptionLengthMax = 500;

/** The source-of-funds form. A draft contains what was filled in so far. */
type FundsForm = {
  readonly Occupation: string;
  readonly Source: keyof typeof fundsSources;
  readonly Description: string;
  readonly MonthlyIncome: keyof typeof fundsRanges;
  readonly MonthlyVolume: keyof typeof fundsRanges;
  readonly Purpose: keyof typeof fundsPurposes;
  readonly PoliticallyExposed: boolean;
  /** The customer's declaration that the answers are true and the funds come from lawful activities. */
  readonly Declared: boolean;
};
export type FundsDraft = { readonly [Field in keyof FundsForm]?: FundsForm[Field] | undefined };
export type FundsField = keyof FundsForm;
export const fundsFields: readonly FundsField[] = [
  'Occupation',
  'Source',
  'Description',
  'MonthlyIncome',
  'MonthlyVolume',
  'Purpose',
  'PoliticallyExposed',
  'Declared',
];

/** Lists the missing fields of the form, in its order. A declaration that was not made is missing. */
export function findMissingFunds(draft: FundsDraft): readonly FundsField[] {
  return fundsFields.filter((field) => {
    const value = draft[field];
    if (field === 'Declared') return value !== true;
    return value === undefined || (typeof value === 'string' && value.trim() === '');
  });
}
