/** The act of each operator command. Commands of proposals and sessions are handled by the service itself. */
import type { Act } from '../act.ts';
import type { OperatorCommandName } from '../commands.ts';
import type { SessionCommand } from '../operator-sessions.ts';
import { adjustBalance } from './adjust-acts.ts';
import { listAlerts } from './alert-acts.ts';
import { bankCost, creditFromBank, fundFromBank, listBankMovements } from './bank-acts.ts';
import { lockCustomer, showCustomer, unlockCustomer } from './customer-acts.ts';
import { endHeld, listHeld, releaseHeld } from './deposits/held-deposit-acts.ts';
import { resetFactor } from './factor-acts.ts';
import { foundExchange } from './founding-act.ts';
import {
  approveLevelRequest,
  grantLevel,
  listLevelRequests,
  readLevelDocument,
  rejectLevelRequest,
  returnLevelRequest,
  setAccountType,
  showLevelRequest,
  takeLevel,
} from './level-acts.ts';
import { setCollars } from './markets/collar-acts.ts';
import { listFees, setFeeTiers } from './markets/fee-acts.ts';
import { listLimits, setLevelLimits } from './markets/limit-acts.ts';
import { setOrderLimits } from './markets/order-limit-acts.ts';
import { haltNetwork, listNetworks, resumeNetwork } from './markets/network-acts.ts';
import {
  haltMarket,
  listMarkets,
  openCancelOnly,
  openPostOnly,
  resumeMarket,
  stopMarket,
} from './markets/market-acts.ts';
import {
  addOperator,
  listOperatorsAct,
  removeOperatorAct,
  rotateKey,
  unenrolOperator,
} from './operator-acts.ts';
import { fundLiquidity, returnLiquidity } from './liquidity-acts.ts';
import { approvePayment, readPaymentText } from './payment-approval-acts.ts';
import {
  listPayouts,
  returnedPayoutAct,
  sentPayoutAct,
  settledPayoutAct,
  startPayoutAct,
} from './payout-acts.ts';
import { listPrices, setPrice } from './price-acts.ts';
import { haltProduct, resumeProduct } from './product-acts.ts';
import { explainDifference, listComparisons, listWallets } from './reconcile-acts.ts';
import { showShares } from './share-acts.ts';
import { dropRefill, listRefills, prepareRefill, sendRefill } from './refill-acts.ts';
import { checkRecord, listRecord } from './record-acts.ts';
import { importStatement } from './statement-acts.ts';
import { listOpenLines, listStatements } from './statement-lists.ts';
import {
  acceptWithdrawal,
  cancelWithdrawal,
  listWithdrawals,
  rejectWithdrawal,
  showWithdrawal,
} from './withdrawal-acts.ts';

export type ProposalCommand = 'proposals' | 'approve' | 'decline';

export const acts: Readonly<Record<Exclude<OperatorCommandName, ProposalCommand | SessionCommand>, Act>> = {
  'operator add': addOperator,
  'operator found': foundExchange,
  'operator list': listOperatorsAct,
  'operator remove': removeOperatorAct,
  'operator rotate': rotateKey,
  'operator unenrol': unenrolOperator,
  'withdrawals list': listWithdrawals,
  'withdrawals show': showWithdrawal,
  'withdrawals accept': acceptWithdrawal,
  'withdrawals text': readPaymentText,
  'withdrawals approve': approvePayment,
  'withdrawals reject': rejectWithdrawal,
  'withdrawals cancel': cancelWithdrawal,
  'payout list': listPayouts,
  'payout start': startPayoutAct,
  'payout sent': sentPayoutAct,
  'payout settled': settledPayoutAct,
  'payout returned': returnedPayoutAct,
  'bank credit': creditFromBank,
  'bank fund': fundFromBank,
  'bank cost': bankCost,
  'bank entries': listBankMovements,
  'statement import': importStatement,
  'statement list': listStatements,
  'statement open': listOpenLines,
  'customers show': showCustomer,
  'customers lock': lockCustomer,
  'customers unlock': unlockCustomer,
  'customers type': setAccountType,
  'factor reset': resetFactor,
  'level list': listLevelRequests,
  'level show': showLevelRequest,
  'level document': readLevelDocument,
  'level approve': approveLevelRequest,
  'level grant': grantLevel,
  'level take': takeLevel,
  'level return': returnLevelRequest,
  'level reject': rejectLevelRequest,
  'market list': listMarkets,
  'market postonly': openPostOnly,
  'market cancelonly': openCancelOnly,
  'market halt': haltMarket,
  'market stop': stopMarket,
  'market resume': resumeMarket,
  'market collars': setCollars,
  'market limits': setOrderLimits,
  'fees list': listFees,
  'fees tiers': setFeeTiers,
  'limits list': listLimits,
  'limits level': setLevelLimits,
  'network list': listNetworks,
  'network halt': haltNetwork,
  'network resume': resumeNetwork,
  'product halt': haltProduct,
  'product resume': resumeProduct,
  'price list': listPrices,
  'price set': setPrice,
  'liquidity fund': fundLiquidity,
  'liquidity return': returnLiquidity,
  'deposits held': listHeld,
  'deposits release': releaseHeld,
  'deposits end': endHeld,
  'wallets list': listWallets,
  'wallets shares': showShares,
  'refill list': listRefills,
  'refill prepare': prepareRefill,
  'refill send': sendRefill,
  'refill drop': dropRefill,
  'reconcile list': listComparisons,
  'reconcile explain': explainDifference,
  adjust: adjustBalance,
  'alerts list': listAlerts,
  'audit list': listRecord,
  'audit check': checkRecord,
};
