import { level1Shape, shape, writeJson } from '@salar/protocol/wire';
import { toLevel1Row } from '../../wire-rows/level1-row.ts';
import { publicCall } from './chapter-calls.ts';

export const getLevel1Summary = publicCall({
  name: 'GetLevel1Summary',
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about: 'The Level1 object of every instrument, each as JSON text.',
  example: { input: { OMSId: 1 }, output: ['{"OMSId":1,"InstrumentId":1,"BestBid":61500.5}'] },
  async run({ services }) {
    const quotes = await services.market.marketData.quotes();
    return quotes.map((quote) => writeJson(level1Shape, toLevel1Row(quote)));
  },
});
