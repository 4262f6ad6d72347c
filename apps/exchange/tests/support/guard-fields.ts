/**
 * Every field of every call that refers to something, sorted by what it can refer to (security rule G12). A call with
 * a field that looks like an id and is in neither table fails the test of the guard.
 */
import type { Call } from '../../src/gateway/call.ts';

/** Fields that refer to an object of one customer. The guard matrix sends another customer's object in each of them. */
const objectFields = [
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

const catalogue = 'public, the same for every caller';
const credential = 'the caller is not authenticated yet; covered by session-issuance and brute-force';
const code = 'a secret of one operation; user-enumeration covers those of others';
const plain = 'not an object: it is stored or compared, never looked up';

/** Fields that look like ids and refer to no customer's object, with the reason. */
const otherFields: Readonly<Record<string, string>> = {
  InstrumentId: catalogue,
  IntrumentId: catalogue,
  InstrumentIds: catalogue,
  ProductId: catalogue,
  AccountProviderId: catalogue,
  OperatorId: 'there is one operator, and its id gives no access',
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
  ClientRequestId: 'unique per caller; keys of others are different keys',
  Key: 'one of the caller’s own settings, by name',
  GenerateNewKey: plain,
  TaxIdNumber: plain,
  ZipCode: plain,
  PhoneNumber: plain,
  Requests: 'a list of requests, whose fields are checked one by one',
};

/** Credentials whose names are those of objects. */
export function isCredential(call: Call, field: string): boolean {
  return call.name === 'AuthenticateUser' && ['APIKey', 'UserId'].includes(field);
}

/** A field of a request that may hold an id. */
export type RequestField = { readonly field: string; readonly isNested: boolean };

/** Lists the fields of a request by its declaration, including those within a list of requests. */
export function listRequestFields(call: Call): readonly RequestField[] {
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

/** Lists the fields that look like ids and are in neither table. */
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
