import { accept, productId, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { accepted, genericShape, textField } from '@salar/protocol/wire';
import type { Generic, InputOf } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { requestKeyPattern } from '../../guard/idempotency.ts';
import { codeField, responseText, toPaymentCode } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';
import {
  exampleWithdrawal,
  readWithdrawal,
  refuseWithdrawal,
  withdrawalFields,
} from './withdrawal-fields.ts';

const fields = {
  ...withdrawalFields,
  ClientRequestId: textField(128),
  TfaCode: codeField,
  PasskeyResponse: responseText,
};
const example = {
  input: exampleWithdrawal,
  output: { result: true, errormsg: null, errorcode: 0, detail: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
};
const shared = {
  permissions: ['Withdraw'],
  isMoneyCall: true,
  subject: { AccountId: 'ownAccount' },
  input: fields,
  output: genericShape,
  rate: 'tickets',
  repeats: 'for ever',
} as const;

export const createWithdrawTicket = sessionCall({
  ...shared,
  name: 'CreateWithdrawTicket',
  about:
    'Requests a withdrawal: holds the amount and mails a link that confirms it. `detail` is the request code of the ticket. The fee is deducted from the amount. TemplateForm is the filled template, or refers to a saved destination by AccountWithdrawInfoId. Repeating the same ClientRequestId, or the same Idempotency-Key header, returns the same ticket. An API key withdraws only to destinations that are saved and confirmed; the mailed link confirms its withdrawals too. A customer with a second factor sends a code as `TfaCode`; without one the detail is `2FA code required`. Each code is good for one withdrawal or destination, so the next one needs the next code. API keys and repeats need none; one that comes along is checked, unless the ticket is there already, and a wrong one refused. `PasskeyResponse` is the response of a browser to BeginWithdrawSignature: a withdrawal that a passkey signed has higher automatic limits, and needs no code once the passkey is a day old.',
  example,
  run: createTicket,
});

export const createFiatWithdrawTicket = sessionCall({
  ...shared,
  name: 'CreateFiatWithdrawTicket',
  about: 'CreateWithdrawTicket for national currencies only.',
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      ProductId: 6,
      AccountProviderId: 12,
      Amount: '150.25',
      TemplateType: 'BrlPix',
      TemplateForm: '{"PixKey":"maria@example.com","TaxIdNumber":"529.982.247-25","Comment":""}',
    },
    output: example.output,
  },
  run: async (context, input) =>
    (await findKind(context, input)) === 'crypto'
      ? refuseCall('invalidRequest', 'Invalid Product, not a national currency')
      : createTicket(context, input),
});

export const createCryptocurrencyWithdrawTicket = sessionCall({
  ...shared,
  name: 'CreateCryptocurrencyWithdrawTicket',
  about: 'CreateWithdrawTicket for crypto products only.',
  example,
  run: async (context, input) =>
    (await findKind(context, input)) === 'fiat'
      ? refuseCall('invalidRequest', 'Invalid Product, not a crypto currency')
      : createTicket(context, input),
});

type Input = InputOf<typeof fields>;

function findKind(
  { services }: SessionContext,
  { ProductId }: Input,
): Promise<'crypto' | 'fiat' | undefined> {
  return services.engine.read((view) => view.product(productId(ProductId))?.kind);
}

async function createTicket(context: SessionContext, input: Input): Promise<Generic | CallRefusal> {
  const { services, request } = context;
  const requestKey = readRequestKey(request.header('idempotency-key'), input.ClientRequestId);
  if (!requestKey.ok) return refuseCall('invalidRequest', `Invalid ${requestKey.refusal}`);
  const read = await readWithdrawal(context, input);
  if (!read.ok) return read.refusal;

  const created = await services.transfers.withdrawals.create({
    ...read.value,
    ...(requestKey.value !== null && { requestKey: requestKey.value }),
    ...toPaymentCode(input, request),
    ...(input.PasskeyResponse && { passkeyResponse: input.PasskeyResponse }),
  });
  return created.ok ? accepted(created.value.requestCode) : refuseWithdrawal(context, created);
}

/** Reads the client's own key of a request; null without one. A key that is given in both places must be the same. */
function readRequestKey(
  header: string | undefined,
  field: string | undefined,
): Result<string | null, 'Idempotency-Key' | 'ClientRequestId'> {
  if (header !== undefined && !requestKeyPattern.test(header)) return refuse('Idempotency-Key');
  if (!field) return accept(header ?? null);
  const isOne = requestKeyPattern.test(field) && (header ?? field) === field;
  return isOne ? accept(field) : refuse('ClientRequestId');
}
