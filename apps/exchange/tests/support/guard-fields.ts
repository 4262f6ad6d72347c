/**
 * Every field of every call that names something, sorted by what it can name (security rule G12). A call with a field that
 * looks like an id and stands in neither table makes the test of the guard fail.
 */
import type { Call } from '../../src/gateway/call.ts';

/** Objects of one customer. The guard's matrix sends somebody else's in each of them. */
export const objectFields = [
  'OrderId',
  'OrderIdToReplace',
  'ReplaceOrderId',
  'OrderIdOCO',
  'OriginalOrderId',
  'ClientOrderId',
  'ClientOrdId',
  'ClOrderId',
  'ClOrdId',
  'OriginalClientOrderId',
  'TradeId',
  'ExecutionId',
  'TransactionId',
  'ReferenceId',
  'RequestCode',
  'TicketCode',
  'TicketNumber',
  'TicketId',
  'AccountWithdrawInfoId',
  'APIKey',
  'SessionId',
  'PasskeyId',
  'DocumentId',
  'EnteredBy',
  'AccountId',
  'UserId',
] as const;
export type ObjectField = (typeof objectFields)[number];

const catalogue = 'everybody sees the same';
const credential = 'who asks is nobody yet; ways-to-a-session and guessing try these';
const code = 'a secret of one act; same-answers tries those of others';
const plain = 'no object: it is kept or looked at, never looked up';

/** Fields that look like ids and name no customer's object, with the reason. */
export const otherFields: Readonly<Record<string, string>> = {
  InstrumentId: catalogue,
  IntrumentId: catalogue,
  InstrumentIds: catalogue,
  ProductId: catalogue,
  AccountProviderId: catalogue,
  OperatorId: 'there is one operator, and naming it gives no power',
  SessionToken: credential,
  JWTToken: credential,
  Pending2FaToken: credential,
  ChallengeId: credential,
  Passkey: credential,
  Code: code,
  TfaCode: code,
  VerifyCode: code,
  VerifyEmailCode: code,
  PendingCode: code,
  ClientRequestId: 'the caller’s own; keys of others are other keys',
  Key: 'a setting of the caller’s own, by name',
  GenerateNewKey: plain,
  TaxIdNumber: plain,
  ZipCode: plain,
  PhoneNumber: plain,
  Requests: 'a list of requests, whose fields are looked at one by one',
};

/** Credentials that happen to be called like objects. */
export function isCredential(call: Call, field: string): boolean {
  return call.name === 'AuthenticateUser' && ['APIKey', 'UserId'].includes(field);
}

/** One place of a request where an id may stand. */
export type Place = { readonly field: string; readonly isNested: boolean };

/** Places of a request that its declaration names, those within a list of requests included. */
export function listPlaces(call: Call): readonly Place[] {
  const own = Object.entries(call.fields).flatMap(([name, { aliases }]) => [name, ...aliases]);
  const nested = call.bareList === undefined ? [] : listNestedFields(call, call.bareList);
  return [
    ...own.map((field) => ({ field, isNested: false })),
    ...nested.map((field) => ({ field, isNested: true })),
  ];
}

export function isObjectField(field: string): field is ObjectField {
  return (objectFields as readonly string[]).includes(field);
}

/** Fields that look like ids and that nobody has sorted yet. */
export function listUnsortedFields(call: Call): readonly string[] {
  const named = Object.entries(call.fields).flatMap(([name, { kind, aliases }]) =>
    [name, ...aliases].filter((field) => kind === 'id' || looksLikeId.test(field)),
  );
  return named.filter((field) => !isObjectField(field) && otherFields[field] === undefined);
}
const looksLikeId = /(?:id|ids|code|key|number|token|requests)$/i;

function listNestedFields({ inputSchema }: Call, list: string): readonly string[] {
  const { properties } = inputSchema as unknown as {
    readonly properties: Readonly<Record<string, { readonly items: { readonly properties: object } }>>;
  };
  return Object.keys(properties[list]?.items.properties ?? {});
}
