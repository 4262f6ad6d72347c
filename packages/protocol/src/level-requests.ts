/**
 * What a request for levels 2 to 4 is made of (product spec, section 6): which documents of whom, how old they may be, and
 * what is asked about the source of funds. The server decides by this; the screens ask by it.
 */
import type { Millis } from './ids.ts';

export type AccountKind = 'Natural person' | 'Legal entity';

/** Levels that are asked for with documents, after level 1. */
export const requestLevels = [2, 3, 4] as const;
export type RequestLevel = (typeof requestLevels)[number];
export function isRequestLevel(level: number): level is RequestLevel {
  return (requestLevels as readonly number[]).includes(level);
}

/** Levels for legal entities only (product spec, section 6). */
export const companyLevels: readonly number[] = [3, 4];

export const requestStatuses = ['Draft', 'Submitted', 'Returned', 'Approved', 'Rejected'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Where a request may go from each status: submitted by the customer, decided by an operator. */
export const requestTransitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  Draft: ['Submitted'],
  Submitted: ['Approved', 'Returned', 'Rejected'],
  Returned: ['Submitted'],
  Rejected: ['Returned'],
  Approved: [],
};
/** While it stands so its owner changes it. */
export const editableStatuses: readonly RequestStatus[] = ['Draft', 'Returned'];

export const documentFileBytesMax = 10 * 1024 * 1024;
export const requestFilesMax = 30;
export const requestBytesMax = 100 * 1024 * 1024;
export const fileNameLengthMax = 120;

/** What a document may be; told by its first bytes, never by its name. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type DocumentType = (typeof documentTypes)[number];

type DocumentRule = {
  readonly of: readonly AccountKind[];
  /** Days since it was issued; its owner says when. */
  readonly daysMax?: number;
};
const both: readonly AccountKind[] = ['Natural person', 'Legal entity'];
const companies: readonly AccountKind[] = ['Legal entity'];

/** In the order in which they are asked for. One file of each at least. */
export const documentRules = {
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

/** Null for documents that may be of any age. */
export function getDaysMax(kind: DocumentKind): number | null {
  const rule: DocumentRule = documentRules[kind];
  return rule.daysMax ?? null;
}

const dayMs = 86_400_000;
/** Today is already tomorrow somewhere east of us. */
const aheadMs = 14 * 3_600_000;

/** Whether a day is one that a document of this kind may have been issued on. @param day  `2026-03-05` */
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

/** Numbers of the wire; never used again for something else. */
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
/** A month's pesos, in millions. */
export const fundsRanges = { UpTo10: 1, UpTo50: 2, UpTo200: 3, UpTo1000: 4, Above1000: 5 } as const;
export const occupationLengthMax = 120;
export const descriptionLengthMax = 500;

/** The source-of-funds form. A draft has what was filled in so far. */
export type FundsForm = {
  readonly Occupation: string;
  readonly Source: keyof typeof fundsSources;
  readonly Description: string;
  readonly MonthlyIncome: keyof typeof fundsRanges;
  readonly MonthlyVolume: keyof typeof fundsRanges;
  readonly Purpose: keyof typeof fundsPurposes;
  readonly PoliticallyExposed: boolean;
  /** "What I say is true and the funds come from lawful activities." */
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

/** What the form still lacks, in its order. A declaration that was not made is lacking. */
export function findMissingFunds(draft: FundsDraft): readonly FundsField[] {
  return fundsFields.filter((field) => {
    const value = draft[field];
    if (field === 'Declared') return value !== true;
    return value === undefined || (typeof value === 'string' && value.trim() === '');
  });
}
