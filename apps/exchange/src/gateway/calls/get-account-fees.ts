import { accountFeeShape, decimal, shape, zero } from '@salar/protocol/wire/index';
import { sessionCall } from '../call.ts';

/** Fee rates are millionths: six places. */
const rateDecimals = 6;

export const getAccountFees = sessionCall({
  name: 'GetAccountFees',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(accountFeeShape),
  rate: 'read',
  about: 'The trading fees of every instrument as fractions of the product received: 0.002 is 0.2 %.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [{ FeeId: 2, FeeAmt: 0.001, FeeCalcType: 'Percentage', FeeType: 'MakerFee', InstrumentId: 1 }],
  },
  run({ services }) {
    const rows = services.sequencer.engine.instruments().flatMap(({ instrumentId, makerPpm, takerPpm }) =>
      [
        { FeeId: instrumentId * 2, FeeType: 'MakerFee', ppm: makerPpm },
        { FeeId: instrumentId * 2 + 1, FeeType: 'TakerFee', ppm: takerPpm },
      ].map(({ FeeId, FeeType, ppm }) => ({
        FeeId,
        OMSId: 1,
        FeeTier: 0,
        AccountId: 0,
        FeeAmt: decimal(BigInt(ppm), rateDecimals),
        FeeCalcType: 'Percentage',
        FeeType,
        LadderThreshold: zero,
        LadderSeconds: 0,
        IsActive: true,
        InstrumentId: instrumentId,
        OrderType: 'Unknown',
        PeggedProductId: 0,
      })),
    );
    return Promise.resolve(rows);
  },
});
