import { id, shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';

export const getOmss = publicCall({
  name: 'GetOMSs',
  input: { OperatorId: id() },
  output: shape.list(shape.object({ OMSId: shape.integer, OMSName: shape.text })),
  rate: 'read',
  about: 'The order management systems of this exchange. There is only one.',
  example: { input: { OperatorId: 1 }, output: [{ OMSId: 1, OMSName: 'Salar' }] },
  run: () => Promise.resolve([{ OMSId: 1, OMSName: 'Salar' }]),
});
