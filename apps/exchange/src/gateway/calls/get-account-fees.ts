import { millis } from '@salar/protocol';
import { accountFeeShape, decimal, shape } from '@salar/protocol/wire/index';
import { sessionCall } from '../call.ts';

/** Fee rates are millionths: six places. */
const rateDecimals = 6;
/** Tiers look at 30 days. */
const windowSeconds = 2_592_000;

export const getAccountFees = sessionCall({
  name: 'GetAccountFees',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(accountFeeShape),
  rate: 'read',
  about:
    "What the account pays on every instrument today, as fractions of the product received: 0.002 is 0.2 %, below zero is a rebate. FeeTier counts the instrument's tiers from 0, and LadderThreshold is the volume, in the notional product, from which the tier holds: traded on the UTC days of the last LadderSeconds, today left out.",
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [
      {
        FeeId: 2,
        FeeTier: 1,
        FeeAmt: 0.0008,
        FeeCalcType: 'Percentage',
        FeeType: 'MakerFee',
        LadderThreshold: 100000000,
        LadderSeconds: 2592000,
        InstrumentId: 1,
      },
    ],
  },
  run({ services, accountId }) {
    const { engine } = services.sequencer;
    const at = millis(services.now());
    const volumeDecimals = services.positions.notionalProduct()?.decimals ?? 0;
    const rows = engine.instruments().flatMap(({ instrumentId, tiers }) => {
      const { makerPpm, takerPpm, volume } = engine.feeRates(accountId, instrumentId, at);
      const tier = tiers.findLastIndex(({ volumeMin }) => volumeMin <= volume);
      return [
        { FeeId: instrumentId * 2, FeeType: 'MakerFee', ppm: makerPpm },
        { FeeId: instrumentId * 2 + 1, FeeType: 'TakerFee', ppm: takerPpm },
      ].map(({ FeeId, FeeType, ppm }) => ({
        FeeId,
        OMSId: 1,
        FeeTier: tier,
        AccountId: accountId,
        FeeAmt: decimal(BigInt(ppm), rateDecimals),
        FeeCalcType: 'Percentage',
        FeeType,
        LadderThreshold: decimal(tiers[tier]?.volumeMin ?? 0n, volumeDecimals),
        LadderSeconds: windowSeconds,
        IsActive: true,
        InstrumentId: instrumentId,
        OrderType: 'Unknown',
        PeggedProductId: 0,
      }));
    });
    return Promise.resolve(rows);
  },
});
