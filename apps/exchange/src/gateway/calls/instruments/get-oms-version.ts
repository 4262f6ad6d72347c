import { accepted, genericShape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';
import about from '../../../../../../package.json' with { type: 'json' };

export const getOmsVersion = publicCall({
  name: 'GetOMSVersion',
  input: {},
  output: genericShape,
  rate: 'read',
  about: 'The version of this exchange, in `detail`.',
  example: { input: {}, output: accepted(about.version) },
  run: () => Promise.resolve(accepted(about.version)),
});
