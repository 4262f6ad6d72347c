import { parseAmount, productId } from '@salar/protocol';
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
} from '@salar/protocol/wire/index';
import type { CreateWithdrawalRefusal } from '@salar/services';
import { no, sessionCall } from '../call.ts';
import type { CallRefusal } from '../call.ts';

const formLengthMax = 8192; // security rule N6
const formDepthMax = 2;

export const createWithdrawTicket = sessionCall({
  name: 'CreateWithdrawTicket',
  aliases: ['CreateCryptocurrencyWithdrawTicket'],
  permissions: ['Withdraw'],
  subject: { AccountId: 'ownAccount' },
  input: {
    ProductId: required(id()),
    Amount: decimalField(),
    TemplateForm: required(jsonTextField(formLengthMax)),
    TemplateType: textField(64),
    AccountProviderId: id(),
  },
  output: genericShape,
  rate: 'tickets',
  about:
    'Asks for a withdrawal: holds the amount and mails a link that confirms it. `detail` is the request code of the ticket. The fee is taken out of the amount.',
  example: {
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
  },
  async run({ services, request, user, accountId }, input) {
    const product = services.sequencer.engine.product(productId(input.ProductId));
    if (!product) return no('invalidRequest', 'Invalid ProductId');
    const form = readJson(input.TemplateForm, { depth: formDepthMax });
    if (!form.ok || !isJsonObject(form.value)) return no('invalidRequest', 'Invalid TemplateForm');
    const amountText = input.Amount ?? amountIn(form.value['amount']);
    if (amountText === undefined) return no('invalidRequest', 'Amount is Required');
    const amount = parseAmount(amountText, product.decimals);
    if (!amount.ok) return no('invalidRequest', 'Invalid Amount');

    const created = await services.withdrawals.create({
      userId: user.userId,
      accountId,
      productId: product.productId,
      ...(input.AccountProviderId !== undefined && { providerId: input.AccountProviderId }),
      ...(input.TemplateType && { templateType: input.TemplateType }),
      amount: amount.value,
      templateForm: input.TemplateForm,
      requestIp: request.ip,
    });
    if (created.ok) return accepted(created.value.requestCode);
    if (created.refusal === 'field_missing')
      return no('invalidRequest', `${created.field ?? 'Field'} is Required`);
    return refusals[created.refusal];
  },
});

/** Some clients carry the amount inside the form only. */
function amountIn(value: unknown): string | undefined {
  const read = decimalField().read(value as Parameters<ReturnType<typeof decimalField>['read']>[0]);
  return read.ok ? read.value : undefined;
}

const refusals: Readonly<Record<Exclude<CreateWithdrawalRefusal, 'field_missing'>, CallRefusal>> = {
  provider_unknown: no('invalidRequest', 'Invalid AccountProviderId'),
  template_unknown: no('invalidRequest', 'Invalid TemplateType'),
  account_locked: no('operationFailed', 'Account is frozen'),
  level_too_low: no('operationFailed', 'Verification level too low'),
  amount_not_positive: no('invalidRequest', 'Amount is Required'),
  amount_below_minimum: no('operationFailed', 'Amount is below the minimum'),
  net_not_positive: no('operationFailed', 'Amount does not cover the fee'),
  form_malformed: no('invalidRequest', 'Invalid TemplateForm'),
  destination_malformed: no('operationFailed', 'Invalid destination address'),
  destination_refused: no('operationFailed', 'Destination address is not allowed'),
  product_halted: no('operationFailed', 'Withdrawals of this product are halted'),
  reference_price_missing: no('operationFailed', 'No reference price for this product'),
  insufficient_funds: no('operationFailed', 'Insufficient Balance'),
  daily_limit_exceeded: no('operationFailed', 'Daily withdraw limit exceeded'),
  monthly_limit_exceeded: no('operationFailed', 'Monthly withdraw limit exceeded'),
};
