import { instrumentId } from '@salar/protocol';
import { id, level1Shape, required } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toLevel1Row } from '../../wire-rows/level1-row.ts';
import { publicCall } from './chapter-calls.ts';

export const getLevel1 = publicCall({
  name: 'GetLevel1',
  input: { InstrumentId: required(id()) },
  output: level1Shape,
  rate: 'read',
  about: 'Best bid and offer, last trade, and the figures of the UTC day and of the last 24 hours.',
  example: {
    input: { OMSId: 1, InstrumentId: 1 },
    output: { InstrumentId: 1, BestBid: 61500.5, BestOffer: 61501 },
  },
  async run({ services }, { InstrumentId }) {
    const quote = await services.market.marketData.quote(instrumentId(InstrumentId));
    if (!quote) return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${InstrumentId}`);
    return toLevel1Row(quote);
  },
});
