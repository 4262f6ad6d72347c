import { shape } from '@salar/protocol/wire/index';
import { publicCall } from '../../call.ts';

export const getValidate2faRequiredEndpoints = publicCall({
  name: 'GetValidate2FARequiredEndpoints',
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about:
    'Calls that ask for Validate2FA first: none here. Withdrawals are confirmed by mail, and a code that comes along is checked.',
  example: { input: {}, output: [] },
  run: () => Promise.resolve([]),
});
