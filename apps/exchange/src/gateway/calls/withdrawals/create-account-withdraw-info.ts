import { productId } from '@salar/protocol';
import {
  accepted,
  genericShape,
  id,
  jsonTextField,
  required,
  textField,
  writeGeneric,
} from '@salar/protocol/wire';
import type { CreateDestinationRefusal } from '@salar/services';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { codeField, paymentCodeRefusals, toPaymentCode } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';

const identifierLengthMax = 4096;

export const createAccountWithdrawInfo = sessionCall({
  name: 'CreateAccountWithdrawInfo',
  // A key may withdraw only to destinations that the customer in person has approved (security rule K3).
  permissions: [],
  isMoneyCall: true,
  subject: { AccountId: 'ownAccount' },
  input: {
    ProductId: required(id()),
    Name: required(textField(160)),
    AccountIdentifier: required(jsonTextField(identifierLengthMax)),
    TfaCode: codeField,
  },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Saves a destination and mails a link that confirms it. `detail` is its id. Saving it again before it is confirmed mails a new link and invalidates the previous one. Name is wallet:{label}:{network}, with the network as GetWithdrawFormTemplateTypes shows it, or bank:{number}. AccountIdentifier is an address, or JSON text of the fields of one of the bank templates. A customer with a second factor sends a code as `TfaCode`; without one the detail is `2FA code required`.',
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      ProductId: 3,
      Name: 'wallet:ledger:Ethereum (local)',
      AccountIdentifier: '0x71C7...',
    },
    output: { result: true, errormsg: null, errorcode: 0, detail: 'b8c1f0aa-50f4-4d0b-8f21-1de4b1a0c7d2' },
  },
  async run({ services, request, user, accountId, keyed }, input) {
    const created = await services.transfers.destinations.create({
      userId: user.userId,
      accountId,
      productId: productId(input.ProductId),
      name: input.Name,
      identifier: input.AccountIdentifier,
      ...toPaymentCode(input, request),
      requestIp: request.ip,
      ...(keyed && { onSaved: (tx, { id: saved }) => keyed.keep(tx, writeGeneric(accepted(saved))) }),
    });
    if (created.ok) return accepted(created.value.id);
    const { field = 'AccountIdentifier' } = created;
    if (created.refusal === 'field_missing') return refuseCall('invalidRequest', `${field} is Required`);
    if (created.refusal === 'field_malformed') return refuseCall('invalidRequest', `Invalid ${field}`);
    return refusals[created.refusal];
  },
});

const refusals: Readonly<
  Record<Exclude<CreateDestinationRefusal, 'field_missing' | 'field_malformed'>, CallRefusal>
> = {
  product_unknown: refuseCall('invalidRequest', 'Invalid ProductId'),
  name_malformed: refuseCall('invalidRequest', 'Invalid Name'),
  network_unknown: refuseCall('invalidRequest', 'Invalid Name, no such network for this product'),
  identifier_malformed: refuseCall('invalidRequest', 'Invalid AccountIdentifier'),
  destination_malformed: refuseCall('operationFailed', 'Invalid destination address'),
  destination_refused: refuseCall('operationFailed', 'Destination address is not allowed'),
  ...paymentCodeRefusals,
  too_many_destinations: refuseCall('operationFailed', 'Too many saved destinations'),
  destination_exists: refuseCall('operationFailed', 'Destination already exists'),
};
