/** The fields of a requested withdrawal, and the answers to refused ones, for the calls that create or prepare one. */
import { parseAmount, productId } from '@salar/protocol';
import {
  decimalField,
  id,
  isJsonObject,
  jsonTextField,
  readJson,
  required,
  textField,
} from '@salar/protocol/wire';
import type { InputOf } from '@salar/protocol/wire';
import type { CreateWithdrawal, CreateWithdrawalRefusal } from '@salar/services';
import type { Credential } from '@salar/services/tickets/actors';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { paymentCodeRefusals } from '../second-factor-fields.ts';
import type { SessionContext } from './chapter-calls.ts';

const formLengthMax = 8192; // security rule N6
const formDepthMax = 2;

export const withdrawalFields = {
  ProductId: required(id()),
  Amount: decimalField(),
  TemplateForm: required(jsonTextField(formLengthMax)),
  TemplateType: textField(64),
  AccountProviderId: id(),
};

/** The request of the examples in the API documents. */
export const exampleWithdrawal = {
  OMSId: 1,
  AccountId: 1031,
  ProductId: 3,
  AccountProviderId: 2,
  Amount: '25',
  TemplateType: 'ToExternalEthereumAddress',
  TemplateForm: '{"ExternalAddress":"0x71C7...","Comment":""}',
};

/** Reads the fields of a withdrawal; what they mean is checked by the service. */
export async function readWithdrawal(
  { services, request, session, user, accountId }: SessionContext,
  input: InputOf<typeof withdrawalFields>,
): Promise<
  | { readonly ok: true; readonly value: CreateWithdrawal }
  | { readonly ok: false; readonly refusal: CallRefusal }
> {
  const refuse = (detail: string) => ({ ok: false, refusal: refuseCall('invalidRequest', detail) }) as const;
  const product = await services.engine.read((view) => view.product(productId(input.ProductId)));
  if (!product) return refuse('Invalid ProductId');
  const form = readJson(input.TemplateForm, { depth: formDepthMax });
  if (!form.ok || !isJsonObject(form.value)) return refuse('Invalid TemplateForm');
  const amountText = input.Amount ?? readAmount(form.value['amount']);
  if (amountText === undefined) return refuse('Amount is Required');
  const amount = parseAmount(amountText, product.decimals);
  if (!amount.ok) return refuse('Invalid Amount');
  const value = {
    userId: user.userId,
    accountId,
    productId: product.productId,
    ...(input.AccountProviderId !== undefined && { providerId: input.AccountProviderId }),
    ...(input.TemplateType && { templateType: input.TemplateType }),
    amount: amount.value,
    templateForm: input.TemplateForm,
    isByKey: session.key !== null,
    isByOpenKey: session.key !== null && !session.key.hasAddresses,
    requestIp: request.ip,
    credential: toCredential(session),
  };
  return { ok: true, value };
}

/** Names what a request was made with, for the records of tickets. */
export function toCredential({ key, sessionId }: SessionContext['session']): Credential {
  return key === null ? { kind: 'session', id: sessionId } : { kind: 'API key', id: key.apiKey };
}

/** Writes the answer to a withdrawal that was refused. @param refused.field  the form field that is missing or wrong */
export async function refuseWithdrawal(
  { services, user }: Pick<SessionContext, 'services' | 'user'>,
  refused: { readonly refusal: CreateWithdrawalRefusal; readonly field?: string },
): Promise<CallRefusal> {
  const { refusal, field = 'TemplateForm' } = refused;
  if (refusal === 'level_too_low' && (await services.verification.identity.hasFallen(user)))
    return identityWithdrawn;
  if (refusal === 'field_missing') return refuseCall('invalidRequest', `${field} is Required`);
  if (refusal === 'field_malformed') return refuseCall('invalidRequest', `Invalid ${field}`);
  return refusals[refusal];
}

/** Some clients send the amount inside the form only. */
function readAmount(value: unknown): string | undefined {
  const read = decimalField().read(value as Parameters<ReturnType<typeof decimalField>['read']>[0]);
  return read.ok ? read.value : undefined;
}

/** For customers whose identity was proved before, and is not any more. */
const identityWithdrawn = refuseCall('operationFailed', 'Identity must be verified again');

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
  signature_malformed: refuseCall('invalidRequest', 'Invalid PasskeyResponse'),
  signature_expired: refuseCall('operationFailed', 'Passkey signature expired, please sign again'),
  signature_of_another: refuseCall('operationFailed', 'Passkey signature is not for this withdrawal'),
  signature_invalid: refuseCall('operationFailed', 'Invalid passkey signature'),
  destination_not_saved: refuseCall(
    'operationFailed',
    'API keys withdraw to saved and confirmed destinations only',
  ),
  ...paymentCodeRefusals,
  product_halted: refuseCall('operationFailed', 'Withdrawals of this product are halted'),
  network_halted: refuseCall('operationFailed', 'Withdrawals on this network are halted'),
  reference_price_missing: refuseCall('operationFailed', 'No reference price for this product'),
  insufficient_funds: refuseCall('operationFailed', 'Insufficient Balance'),
  daily_limit_exceeded: refuseCall('operationFailed', 'Daily withdraw limit exceeded'),
  monthly_limit_exceeded: refuseCall('operationFailed', 'Monthly withdraw limit exceeded'),
  request_interrupted: refuseCall('operationFailed', 'Nothing was done, please try again'),
};
