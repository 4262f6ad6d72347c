import { shape } from '@salar/protocol/wire/index';
import { publicCall } from '../../call.ts';

export const getCaptchaRequiredEndpoints = publicCall({
  name: 'GetCaptchaRequiredEndpoints',
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about: 'Calls that ask for a captcha: none here.',
  example: { input: {}, output: [] },
  run: () => Promise.resolve([]),
});
