/** Converts level requests to the wire format, and their refusals to texts. */
import { shape } from '@salar/protocol/wire';
import { getDaysMax } from '@salar/protocol/level-requests';
import type { Language } from '@salar/services/notifications/languages';
import { levelTexts } from '@salar/services/verification/level-texts';
import type { LevelDocument, LevelRefusal, LevelRequest } from '@salar/services/verification/level-requests';
import { refuseCall } from '../call.ts';
import type { CallRefusal } from '../call.ts';

export const levelDocumentShape = shape.object({
  DocumentId: shape.integer,
  Kind: shape.text,
  Name: shape.text,
  ContentType: shape.text,
  Size: shape.integer,
  IssuedOn: shape.nullable(shape.text),
});

export const levelRequestShape = shape.object({
  Level: shape.integer,
  Status: shape.text,
  Comment: shape.nullable(shape.text),
  Funds: shape.object({
    Occupation: shape.nullable(shape.text),
    Source: shape.nullable(shape.text),
    Description: shape.nullable(shape.text),
    MonthlyIncome: shape.nullable(shape.text),
    MonthlyVolume: shape.nullable(shape.text),
    Purpose: shape.nullable(shape.text),
    PoliticallyExposed: shape.nullable(shape.boolean),
    Declared: shape.nullable(shape.boolean),
  }),
  Kinds: shape.list(
    shape.object({ Kind: shape.text, Label: shape.text, DaysMax: shape.nullable(shape.integer) }),
  ),
  Documents: shape.list(levelDocumentShape),
  MissingDocuments: shape.list(shape.text),
  MissingFunds: shape.list(shape.text),
});

export function toLevelDocumentRow(document: LevelDocument) {
  return {
    DocumentId: document.documentId,
    Kind: document.kind,
    Name: document.name,
    ContentType: document.contentType,
    Size: document.sizeBytes,
    IssuedOn: document.issuedOn,
  };
}

export function toLevelRequestRow(request: LevelRequest, language: Language) {
  const { funds } = request;
  return {
    Level: request.level,
    Status: request.status,
    Comment: request.comment,
    Funds: {
      Occupation: funds.Occupation ?? null,
      Source: funds.Source ?? null,
      Description: funds.Description ?? null,
      MonthlyIncome: funds.MonthlyIncome ?? null,
      MonthlyVolume: funds.MonthlyVolume ?? null,
      Purpose: funds.Purpose ?? null,
      PoliticallyExposed: funds.PoliticallyExposed ?? null,
      Declared: funds.Declared ?? null,
    },
    Kinds: request.kinds.map((kind) => ({
      Kind: kind,
      Label: levelTexts[language].documents[kind],
      DaysMax: getDaysMax(kind),
    })),
    Documents: request.documents.map(toLevelDocumentRow),
    MissingDocuments: request.missingDocuments,
    MissingFunds: request.missingFunds,
  };
}

export const levelRefusals: Readonly<Record<LevelRefusal, CallRefusal>> = {
  level_unknown: refuseCall('invalidRequest', 'Invalid Level'),
  external_form: refuseCall('operationFailed', 'This level is asked for with a form elsewhere'),
  level_one_first: refuseCall('operationFailed', 'Level 1 comes first'),
  companies_only: refuseCall('operationFailed', 'This level is for legal entities only'),
  level_reached: refuseCall('operationFailed', 'This level is reached already'),
};

export const notEditable = refuseCall('operationFailed', 'This request cannot be changed now');
