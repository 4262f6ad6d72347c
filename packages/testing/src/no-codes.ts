import { refuse } from '@salar/protocol';
import type { PaymentCodeContext } from '@salar/services/second-factor/payment-code';

/** The codes of customers without a second factor: none is required, and none is right. */
export const noCodes: PaymentCodeContext['codes'] = {
  isOn: async () => false,
  check: async () => refuse('code_wrong'),
};
