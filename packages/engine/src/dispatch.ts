/** Routes each command to its handler. */
import { accept, assertNever } from '@salar/protocol';
import type { Command, Outcome, Stamp } from '@salar/protocol';
import { defineLevel, openAccount, setAccountLevel, setAccountLock } from './catalog/accounts.ts';
import { setDayStart } from './catalog/day-start.ts';
import { setProviderHalt } from './catalog/providers.ts';
import { setCollars } from './catalog/temporary-collars.ts';
import { alterInstrument, defineInstrument, setLimitCollar } from './catalog/instruments.ts';
import { defineProduct, setProductHalt, setReferencePrice } from './catalog/products.ts';
import { defineFeeSchedule, defineFeeTiers } from './fees/fee-tiers.ts';
import { creditDeposit } from './funds/credit-deposit.ts';
import { reverseDeposit } from './funds/reverse-deposit.ts';
import { releaseWithdrawal, returnWithdrawal, settleWithdrawal } from './funds/end-withdrawal.ts';
import { holdWithdrawal } from './funds/hold-withdrawal.ts';
import { transferFunds } from './funds/transfer-funds.ts';
import { cancelAllOrders, cancelOrder } from './orders/change/cancel-order.ts';
import { changeMarketState } from './orders/change/change-market-state.ts';
import { modifyOrder } from './orders/change/modify-order.ts';
import { placeOrder } from './orders/place/place-order.ts';
import { replaceOrder } from './orders/change/replace-order.ts';
import type { State } from './state/state.ts';

export function dispatch(state: State, command: Command, stamp: Stamp): Outcome {
  switch (command.type) {
    case 'PlaceOrder':
      return placeOrder(state, command, stamp);
    case 'CancelOrder':
      return cancelOrder(state, command, stamp);
    case 'CancelAllOrders':
      return cancelAllOrders(state, command, stamp);
    case 'CreditDeposit':
      return creditDeposit(state, command, stamp);
    case 'TransferFunds':
      return transferFunds(state, command, stamp);
    case 'HoldWithdrawal':
      return holdWithdrawal(state, command, stamp);
    case 'SettleWithdrawal':
      return settleWithdrawal(state, command, stamp);
    case 'ReleaseWithdrawal':
      return releaseWithdrawal(state, command);
    case 'ReturnWithdrawal':
      return returnWithdrawal(state, command, stamp);
    case 'OpenAccount':
      return openAccount(state, command);
    case 'SetAccountLevel':
      return setAccountLevel(state, command);
    case 'SetAccountLock':
      return setAccountLock(state, command);
    case 'SetReferencePrice':
      return setReferencePrice(state, command);
    case 'SetInstrumentState':
      return changeMarketState(state, command, stamp);
    case 'SetProductHalt':
      return setProductHalt(state, command);
    case 'SetProviderHalt':
      return setProviderHalt(state, command);
    case 'DefineProduct':
      return defineProduct(state, command);
    case 'DefineInstrument':
      return defineInstrument(state, command);
    case 'DefineFeeSchedule':
      return defineFeeSchedule(state, command);
    case 'DefineLevel':
      return defineLevel(state, command);
    case 'SetDayStart':
      return setDayStart(state, command);
    case 'ReverseDeposit':
      return reverseDeposit(state, command, stamp);
    case 'DefineFeeTiers':
      return defineFeeTiers(state, command);
    case 'AlterInstrument':
      return alterInstrument(state, command);
    case 'SetLimitCollar':
      return setLimitCollar(state, command);
    case 'SetCollars':
      return setCollars(state, command, stamp);
    case 'ReplaceOrder':
      return replaceOrder(state, command, stamp);
    case 'ModifyOrder':
      return modifyOrder(state, command, stamp);
    case 'Tick':
      return accept(null);
    default:
      return assertNever(command);
  }
}
