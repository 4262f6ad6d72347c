import { shape } from '@salar/protocol/wire';
import type { BeginSignatureRefusal } from '@salar/services/withdrawals/signed-withdrawals';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';
import {
  exampleWithdrawal,
  readWithdrawal,
  refuseWithdrawal,
  withdrawalFields,
} from './withdrawal-fields.ts';

const refusals: Readonly<Record<BeginSignatureRefusal, CallRefusal>> = {
  signature_without_effect: refuseCall('operationFailed', 'Passkeys do not sign withdrawals of this product'),
  passkey_missing: refuseCall('operationFailed', 'No passkey'),
};

export const beginWithdrawSignature = sessionCall({
  name: 'BeginWithdrawSignature',
  permissions: ['Withdraw'],
  isMoneyCall: true,
  subject: { AccountId: 'ownAccount' },
  input: withdrawalFields,
  output: shape.object({ Text: shape.text, Options: shape.text }),
  rate: 'tickets',
  about:
    "Prepares a withdrawal that its customer signs with a passkey, with the fields of CreateWithdrawTicket. `Text` has the facts, and the challenge in `Options`, the browser's options as JSON text in the W3C format, is its SHA-256. CreateWithdrawTicket with the same fields accepts the browser's response as `PasskeyResponse` within five minutes, once. Nothing is held before that.",
  example: {
    input: exampleWithdrawal,
    output: {
      Text: 'salar/withdrawal/v1\nexchange: https://exchange.example\nticket: 1003\n...',
      Options: '{"challenge":"..."}',
    },
  },
  async run(context, input) {
    const request = await readWithdrawal(context, input);
    if (!request.ok) return request.refusal;
    const begun = await context.services.transfers.withdrawals.beginSignature(request.value);
    if (begun.ok) return { Text: begun.value.text, Options: begun.value.options };
    const { refusal } = begun;
    if (refusal === 'signature_without_effect' || refusal === 'passkey_missing') return refusals[refusal];
    return refuseWithdrawal(context, { ...begun, refusal });
  },
});
