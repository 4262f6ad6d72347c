import { millis } from '@salar/protocol';
import { accountFeeShape, shape } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { toTierRows } from '../../wire-rows/fee-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getAccountFees = sessionCall({
  name: 'GetAccountFees',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(accountFeeShape),
  rate: 'read',
  about:
    "What the account pays on every instrument today, as fractions of the product received: 0.002 is 0.2 %, below zero is a rebate. FeeTier counts the instrument's tiers from 0, and LadderThreshold is the volume, in the notional product, from which the tier applies: traded on the UTC days of the last LadderSeconds, excluding today.",
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [
      {
        FeeId: 1002,
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
    const at = millis(services.now());
    return services.engine.read((view) => {
      const volumeDecimals = findNotionalProduct(view)?.decimals ?? 0;
      return view.instruments().flatMap(({ instrumentId, tiers }) => {
        const { makerPpm, takerPpm, volume } = view.feeRates(accountId, instrumentId, at);
        const place = tiers.findLastIndex((tier) => tier.volumeMin <= volume);
        const volumeMin = tiers[place]?.volumeMin ?? 0n;
        const step = { instrumentId, place, volumeDecimals };
        return toTierRows(step, { makerPpm, takerPpm, volumeMin }).map((row) => ({
          ...row,
          FeeTier: place,
          AccountId: accountId,
          PeggedProductId: 0,
        }));
      });
    });
  },
});
