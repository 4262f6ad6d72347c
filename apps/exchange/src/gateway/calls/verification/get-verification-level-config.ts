import { toWireDecimal, levelConfigShape, WireNumber, zero } from '@salar/protocol/wire';
import type { Product } from '@salar/engine';
import { assert, millis } from '@salar/protocol';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { getLevelName, computeLimits } from '@salar/services/verification/levels';
import type { AccountLimits, ProductLimits } from '@salar/services/verification/levels';
import { sessionCall } from './chapter-calls.ts';

const unlimited = new WireNumber('-1');

export const getVerificationLevelConfig = sessionCall({
  name: 'GetVerificationLevelConfig',
  aliases: ['GetWithdrawLimits'],
  permissions: ['Trading', 'Deposit', 'Withdraw'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: levelConfigShape,
  rate: 'read',
  about:
    "The limits of the account's verification level for each product: -1 is unlimited, 0 is nothing. Limits are set in the notional product and converted to each product at its reference price. DailyWithdrawLeft and MonthlyWithdrawLeft are the amounts that withdrawals have not used yet. A withdrawal above AutoWithdrawThreshold needs an operator; one to a new destination, or right after a change of credentials, waits WithdrawProcessingDelaySec.",
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: {
      Level: 1,
      LevelName: 'Level 1',
      OMSId: 1,
      Products: [{ ProductId: 1, DailyWithdrawLimit: 0.04 }],
    },
  },
  async run({ services, user, accountId }) {
    const { withdrawals } = services.transfers;
    const autoAccept = await withdrawals.findAutomaticLimits(user.userId);
    return services.engine.read((view) => {
      const limits = computeLimits(view, { accountId, at: millis(services.now()), autoAccept });
      const holdSeconds = Math.ceil(withdrawals.policy.newDestinationHoldMs / 1000);
      const notional = findNotionalProduct(view);
      const products = limits.products.map((own) => {
        const product = view.product(own.productId);
        assert(product !== undefined, 'limits exist for defined products');
        return levelProductRow(limits, own, { product, notional, holdSeconds });
      });
      return { Level: limits.level, LevelName: getLevelName(limits.level), OMSId: 1, Products: products };
    });
  },
});

function levelProductRow(
  limits: AccountLimits,
  own: ProductLimits,
  { product, notional, holdSeconds }: { product: Product; notional: Product | null; holdSeconds: number },
) {
  const inProduct = (limit: bigint | null) =>
    limit === null ? unlimited : toWireDecimal(limit, product.decimals);
  const inNotional = (limit: bigint | null) =>
    limit === null ? unlimited : toWireDecimal(limit, notional?.decimals ?? 0);
  const deposit = limits.level === 0 ? zero : unlimited; // product spec, section 6: no deposits at level 0
  return {
    VerificationLevel: limits.level,
    VerificationLevelName: getLevelName(limits.level),
    OMSId: 1,
    ProductId: product.productId,
    ProductName: product.symbol,
    AutoWithdrawThreshold: toWireDecimal(own.automatic, product.decimals),
    DailyDepositLimit: deposit,
    DailyDepositNotionalLimit: deposit,
    MonthlyDepositLimit: deposit,
    MonthlyDepositNotionalLimit: deposit,
    YearlyDepositLimit: deposit,
    YearlyDepositNotionalLimit: deposit,
    DailyWithdrawLimit: inProduct(own.daily),
    DailyWithdrawNotionalLimit: inNotional(limits.dailyNotional),
    DailyWithdrawLeft: inProduct(own.dailyLeft),
    MonthlyWithdrawLimit: inProduct(own.monthly),
    MonthlyWithdrawNotionalLimit: inNotional(limits.monthlyNotional),
    MonthlyWithdrawLeft: inProduct(own.monthlyLeft),
    YearlyWithdrawLimit: limits.level === 0 ? zero : unlimited,
    YearlyWithdrawNotionalLimit: limits.level === 0 ? zero : unlimited,
    DailyTransferNotionalLimit: unlimited,
    NotionalProductId: notional?.productId ?? 0,
    OverLimitRejected: true,
    WithdrawProcessingDelaySec: holdSeconds,
    DepositTicketWorkflow: 'Internal',
    WithdrawTicketWorkflow: 'Internal',
    RequireWhitelistedAddress: false,
    AutoAcceptWhitelistedAddress: false,
  };
}
