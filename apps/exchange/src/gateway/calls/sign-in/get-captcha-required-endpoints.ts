import { shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';

export const getCaptchaRequiredEndpoints = publicCall({
  name: 'GetCaptchaRequiredEndpoints',
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about: 'Calls that require a captcha: none on this exchange.',
  example: { input: {}, output: [] },
  run: () => Promise.resolve([]),
});
