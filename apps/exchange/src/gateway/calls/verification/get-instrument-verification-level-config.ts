import { instrumentLevelConfigShape, WireNumber } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { getLevelName } from '@salar/services/verification/levels';
import { sessionCall } from './chapter-calls.ts';

const unlimited = new WireNumber('-1');

export const getInstrumentVerificationLevelConfig = sessionCall({
  name: 'GetInstrumentVerificationLevelConfig',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: instrumentLevelConfigShape,
  rate: 'read',
  about:
    "The trading limits of the account's verification level. No level limits trading, so every value is -1.",
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: {
      Level: 1,
      LevelName: 'Level 1',
      OMSId: 1,
      Instruments: [{ InstrumentId: 1, InstrumentName: 'BTCUSDT', DailyBuyLimit: -1, DailySellLimit: -1 }],
    },
  },
  async run({ services, accountId }) {
    return services.engine.read((view) => {
      const level = view.account(accountId)?.level ?? 0;
      const notional = findNotionalProduct(view);
      const Instruments = view.instruments().map(({ instrumentId, symbol }) => ({
        VerificationLevel: level,
        VerificationLevelName: getLevelName(level),
        OMSId: 1,
        InstrumentId: instrumentId,
        InstrumentName: symbol,
        DailyBuyLimit: unlimited,
        DailySellLimit: unlimited,
        MonthlyBuyLimit: unlimited,
        MonthlySellLimit: unlimited,
        NotionalProductId: notional?.productId ?? 0,
        DailyNotionalLimit: unlimited,
        MonthlyNotionalLimit: unlimited,
        YearlyNotionalLimit: unlimited,
      }));
      return { Level: level, LevelName: getLevelName(level), OMSId: 1, Instruments };
    });
  },
});
