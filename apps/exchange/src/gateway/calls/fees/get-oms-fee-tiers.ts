import { feeTierShape, id, shape } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { toTierRows } from '../../wire-rows/fee-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const getOmsFeeTiers = publicCall({
  name: 'GetOmsFeeTiers',
  input: { InstrumentId: id() },
  output: shape.list(feeTierShape),
  rate: 'read',
  about:
    'Trading fees by traded volume, as fractions of the product received: 0.002 is 0.2 %, below zero is a rebate. LadderThreshold is the volume, in the notional product, from which a row applies: traded on the UTC days of the last LadderSeconds, excluding today.',
  example: {
    input: { OMSId: 1, InstrumentId: 1 },
    output: [
      {
        InstrumentId: 1,
        FeeAmt: 0.001,
        FeeCalcType: 'Percentage',
        FeeType: 'MakerFee',
        LadderThreshold: 0,
        LadderSeconds: 2592000,
      },
    ],
  },
  run({ services }, { InstrumentId }) {
    return services.engine.read((view) => {
      const volumeDecimals = findNotionalProduct(view)?.decimals ?? 0;
      const instruments = view
        .instruments()
        .filter(({ instrumentId }) => InstrumentId === undefined || instrumentId === InstrumentId);
      return instruments.flatMap(({ instrumentId, tiers }) =>
        tiers.flatMap((tier, place) =>
          toTierRows({ instrumentId, place, volumeDecimals }, tier).map((row) => ({ ...row, AccountId: 0 })),
        ),
      );
    });
  },
});
