import {
  documentKinds,
  fundsFields,
  fundsPurposes,
  fundsRanges,
  fundsSources,
  isDocumentKind,
  requestStatuses,
} from '@salar/protocol/level-requests';
import type { CallOutput } from '@salar/client/client';
import type { DocumentKind, FundsDraft, FundsField, RequestStatus } from '@salar/protocol/level-requests';
import type { Language } from '../../../i18n/languages.ts';
import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import type { RowOf } from '../../../api/request.ts';
import { readOneRow, WireShapeError } from '../../../api/wire/wire-row.ts';
import type { WireRow } from '../../../api/wire/wire-row.ts';

export type LevelDocument = {
  readonly documentId: number;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly sizeBytes: number;
  /** `2026-03-05`. */
  readonly issuedOn: string | null;
};
export type RequestedDocument = {
  readonly kind: DocumentKind;
  readonly label: string;
  /** The maximum age in days; null for any age. */
  readonly daysMax: number | null;
};
export type LevelRequest = {
  readonly level: number;
  readonly status: RequestStatus;
  readonly comment: string | null;
  readonly funds: FundsDraft;
  readonly kinds: readonly RequestedDocument[];
  readonly documents: readonly LevelDocument[];
  readonly missingDocuments: readonly DocumentKind[];
  readonly missingFunds: readonly FundsField[];
};

type Answer = CallOutput<'GetLevelRequest'>;

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getLevelRequest: build.query<LevelRequest, { level: number; language: Language }>({
      ...call(
        'GetLevelRequest',
        ({ level, language }) => ({ Level: level, Language: language }),
        readOneRow(readRequest),
      ),
      // A draft is always loaded again: it may have been continued on another device.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetLevelRequestQuery } = injected;

function readRequest(row: RowOf<'GetLevelRequest'>): LevelRequest {
  const status = requestStatuses.find((one) => one === row.text('Status'));
  if (status === undefined) throw new WireShapeError('Status is not a request status');
  const missingDocuments = row.texts('MissingDocuments');
  const missingFunds = row.texts('MissingFunds');
  return {
    level: row.integer('Level'),
    status,
    comment: row.textOr('Comment', null),
    funds: readFunds(row.row('Funds')),
    kinds: row.rows('Kinds').flatMap((one) => {
      const kind = one.text('Kind');
      const daysMax = one.integerOr('DaysMax', 0);
      return isDocumentKind(kind)
        ? [{ kind, label: one.text('Label'), daysMax: daysMax === 0 ? null : daysMax }]
        : [];
    }),
    documents: row.rows('Documents').flatMap((one) => {
      const document = readLevelDocument(one);
      return document === null ? [] : [document];
    }),
    missingDocuments: documentKinds.filter((kind) => missingDocuments.includes(kind)),
    missingFunds: fundsFields.filter((field) => missingFunds.includes(field)),
  };
}

export function readLevelDocument(row: WireRow<Answer['Documents'][number]>): LevelDocument | null {
  const kind = row.text('Kind');
  if (!isDocumentKind(kind)) return null;
  return {
    documentId: row.integer('DocumentId'),
    kind,
    name: row.text('Name'),
    sizeBytes: row.integer('Size'),
    issuedOn: row.textOr('IssuedOn', null),
  };
}

function readFunds(row: WireRow<Answer['Funds']>): FundsDraft {
  return {
    Occupation: row.textOr('Occupation', undefined),
    Source: findChoice(fundsSources, row.textOr('Source', null)),
    Description: row.textOr('Description', undefined),
    MonthlyIncome: findChoice(fundsRanges, row.textOr('MonthlyIncome', null)),
    MonthlyVolume: findChoice(fundsRanges, row.textOr('MonthlyVolume', null)),
    Purpose: findChoice(fundsPurposes, row.textOr('Purpose', null)),
    PoliticallyExposed: row.flagOr('PoliticallyExposed', undefined),
    Declared: row.flagOr('Declared', undefined),
  };
}

function findChoice<T extends object>(choices: T, text: string | null): (keyof T & string) | undefined {
  return text !== null && Object.hasOwn(choices, text) ? (text as keyof T & string) : undefined;
}
