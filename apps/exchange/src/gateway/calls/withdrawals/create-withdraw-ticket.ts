import { accept, parseAmount, productId, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import {
  accepted,
  decimalField,
  genericShape,
  id,
  isJsonObject,
  jsonTextField,
  readJson,
  required,
  textField,
} from '@salar/protocol/wire';
import type { Generic, InputOf } from '@salar/protocol/wire';
import type { CreateWithdrawalRefusal } from '@salar/services';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { requestKeyPattern } from '../../guard/idempotency.ts';
import { codeField, codeTexts } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';

const formLengthMax = 8192; // security rule N6
const formDepthMax = 2;

const fields = {
  ProductId: required(id()),
  Amount: decimalField(),
  TemplateForm: required(jsonTextField(formLengthMax)),
  TemplateType: textField(64),
  AccountProviderId: id(),
  ClientRequestId: textField(128),
  TfaCode: codeField,
};
const example = {
  input: {
    OMSId: 1,
    AccountId: 1031,
    ProductId: 3,
    AccountProviderId: 2,
    Amount: '25',
    TemplateType: 'ToExternalEthereumAddress',
    TemplateForm: '{"ExternalAddress":"0x71C7...","Comment":""}',
  },
  output: { result: true, errormsg: null, errorcode: 0, detail: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
};
const shared = {
  permissions: ['Withdraw'],
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
    'Requests a withdrawal: holds the amount and mails a link that confirms it. `detail` is the request code of the ticket. The fee is deducted from the amount. TemplateForm is the filled template, or refers to a saved destination by AccountWithdrawInfoId. Repeating the same ClientRequestId, or the same Idempotency-Key header, returns the same ticket. An API key withdraws only to destinations that are saved and confirmed; the mailed link confirms its withdrawals too. `TfaCode` is not needed: one that comes along is checked, unless the ticket is there already, and a wrong one refused.',
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
  const { services, request, session, user, accountId } = context;
  const product = await services.engine.read((view) => view.product(productId(input.ProductId)));
  if (!product) return refuseCall('invalidRequest', 'Invalid ProductId');
  const requestKey = readRequestKey(request.header('idempotency-key'), input.ClientRequestId);
  if (!requestKey.ok) return refuseCall('invalidRequest', `Invalid ${requestKey.refusal}`);
  const form = readJson(input.TemplateForm, { depth: formDepthMax });
  if (!form.ok || !isJsonObject(form.value)) return refuseCall('invalidRequest', 'Invalid TemplateForm');
  const amountText = input.Amount ?? readAmount(form.value['amount']);
  if (amountText === undefined) return refuseCall('invalidRequest', 'Amount is Required');
  const amount = parseAmount(amountText, product.decimals);
  if (!amount.ok) return refuseCall('invalidRequest', 'Invalid Amount');

  const isRepeat =
    requestKey.value !== null &&
    (await services.transfers.withdrawals.isRequested(user.userId, requestKey.value));
  if (input.TfaCode && !isRepeat) {
    const checked = await services.authentication.secondFactor.check(
      user,
      input.TfaCode,
      'withdrawal',
      request.origin,
    );
    if (!checked.ok) return refuseCall('operationFailed', codeTexts[checked.refusal]);
  }
  const created = await services.transfers.withdrawals.create({
    userId: user.userId,
    accountId,
    productId: product.productId,
    ...(input.AccountProviderId !== undefined && { providerId: input.AccountProviderId }),
    ...(input.TemplateType && { templateType: input.TemplateType }),
    amount: amount.value,
    templateForm: input.TemplateForm,
    ...(requestKey.value !== null && { requestKey: requestKey.value }),
    isByKey: session.key !== null,
    requestIp: request.ip,
  });
  if (created.ok) return accepted(created.value.requestCode);
  const { field = 'TemplateForm' } = created;
  if (created.refusal === 'field_missing') return refuseCall('invalidRequest', `${field} is Required`);
  if (created.refusal === 'field_malformed') return refuseCall('invalidRequest', `Invalid ${field}`);
  return refusals[created.refusal];
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

/** Some clients send the amount inside the form only. */
function readAmount(value: unknown): string | undefined {
  const read = decimalField().read(value as Parameters<ReturnType<typeof decimalField>['read']>[0]);
  return read.ok ? read.value : undefined;
}

const refusals: Readonly<
  Record<Exclude<CreateWithdrawalRefusal, 'field_missing' | 'field_malformed'>, CallRefusal>
> = {
  request_key_reused: refuseCall('operationFailed', 'ClientRequestId was used for another request'),
  destination_unknown: refuseCall('notFound', 'AccountWithdrawInfoId'),
  provider_unknown: refuseCall('invalidRequest', 'Invalid AccountProviderId'),
  template_unknown: refuseCall('invalidRequest', 'Invalid TemplateType'),
  account_locked: refuseCall('operationFailed', 'Account is frozen'),
  level_too_low: refuseCall('operationFailed', 'Verification level too low'),
  amount_not_positive: refuseCall('invalidRequest', 'Amount is Required'),
  amount_below_minimum: refuseCall('operationFailed', 'Amount is below the minimum'),
  net_not_positive: refuseCall('operationFailed', 'Amount does not cover the fee'),
  amount_not_whole: refuseCall('operationFailed', 'Amount is finer than this payment system moves'),
  amount_above_maximum: refuseCall('operationFailed', 'Amount is above the maximum of this payment system'),
  form_malformed: refuseCall('invalidRequest', 'Invalid TemplateForm'),
  destination_malformed: refuseCall('operationFailed', 'Invalid destination address'),
  destination_refused: refuseCall('operationFailed', 'Destination address is not allowed'),
  destination_not_saved: refuseCall(
    'operationFailed',
    'API keys withdraw to saved and confirmed destinations only',
  ),
  product_halted: refuseCall('operationFailed', 'Withdrawals of this product are halted'),
  reference_price_missing: refuseCall('operationFailed', 'No reference price for this product'),
  insufficient_funds: refuseCall('operationFailed', 'Insufficient Balance'),
  daily_limit_exceeded: refuseCall('operationFailed', 'Daily withdraw limit exceeded'),
  monthly_limit_exceeded: refuseCall('operationFailed', 'Monthly withdraw limit exceeded'),
  request_interrupted: refuseCall('operationFailed', 'Nothing was done, please try again'),
};
