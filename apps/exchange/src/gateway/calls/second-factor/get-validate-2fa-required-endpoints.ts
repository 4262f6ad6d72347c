import { shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';

export const getValidate2faRequiredEndpoints = publicCall({
  name: 'GetValidate2FARequiredEndpoints',
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about:
    'Calls that require Validate2FA first: none on this exchange. Withdrawals are confirmed by mail, and a code sent with them is checked.',
  example: { input: {}, output: [] },
  run: () => Promise.resolve([]),
});
