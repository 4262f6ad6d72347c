/** Every call of the exchange, declared once (security rule G1). */
import { assert } from '@salar/protocol';
import type { Call } from './call.ts';
import { assets } from './market-data/assets.ts';
import { emptyLists } from './empty-lists.ts';
import { getDepositProviders } from './deposits/get-deposit-providers.ts';
import { getEnums } from './instruments/get-enums.ts';
import { getInstrumentAttributes } from './instruments/get-instrument-attributes.ts';
import { getInstrumentVerificationLevelConfig } from './verification/get-instrument-verification-level-config.ts';
import { getLevel1SummaryMin } from './market-data/get-level1-summary-min.ts';
import { getOmsFeeTiers } from './fees/get-oms-fee-tiers.ts';
import { getOmsVersion, healthCheck } from './instruments/get-oms-version.ts';
import { getOmss } from './instruments/get-omss.ts';
import { getTreasuryProductsForAccount } from './instruments/get-treasury-products-for-account.ts';
import { getUnredactedUserConfigByKey } from './user/get-unredacted-user-config-by-key.ts';
import { notOffered, notOfferedHere } from './not-offered.ts';
import { orderBook } from './market-data/order-book.ts';
import { setUserInfo } from './user/set-user-info.ts';
import { summary } from './market-data/summary.ts';
import { ticker } from './market-data/ticker.ts';
import { trades } from './market-data/trades.ts';
import { addUserApiKeyPermission } from './api-keys/add-user-api-key-permission.ts';
import { addUserApiKey } from './api-keys/add-user-api-key.ts';
import { authenticate2fa } from './second-factor/authenticate-2fa.ts';
import { addPasskey } from './second-factor/add-passkey.ts';
import { authenticatePasskey } from './second-factor/authenticate-passkey.ts';
import { beginPasskeySignIn } from './second-factor/begin-passkey-sign-in.ts';
import { beginPasskey } from './second-factor/begin-passkey.ts';
import { cancelSecondFactorReset } from './second-factor/cancel-second-factor-reset.ts';
import { createRecoveryCodes } from './second-factor/create-recovery-codes.ts';
import { disable2fa } from './second-factor/disable-2fa.ts';
import { enableGoogle2fa } from './second-factor/enable-google-2fa.ts';
import { getCaptchaRequiredEndpoints } from './sign-in/get-captcha-required-endpoints.ts';
import { getPasskeys } from './second-factor/get-passkeys.ts';
import { getSecondFactor } from './second-factor/get-second-factor.ts';
import { getValidate2faRequiredEndpoints } from './second-factor/get-validate-2fa-required-endpoints.ts';
import { removePasskey } from './second-factor/remove-passkey.ts';
import { validate2fa } from './second-factor/validate-2fa.ts';
import { authenticateUser } from './sign-in/authenticate-user.ts';
import { cancelAllOrders } from './orders/cancel-all-orders.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { cancelReplaceOrder } from './orders/cancel-replace-order.ts';
import { cancelWithdraw } from './withdrawals/cancel-withdraw.ts';
import { confirmAccountLink } from './verification/confirm-account-link.ts';
import { confirmUserEmail } from './registration/confirm-user-email.ts';
import { confirmWithdrawInfo } from './withdrawals/confirm-withdraw-info.ts';
import { confirmWithdraw } from './withdrawals/confirm-withdraw.ts';
import { createAccessToken } from './verification/create-access-token.ts';
import { createAccountWithdrawInfo } from './withdrawals/create-account-withdraw-info.ts';
import {
  createCryptocurrencyWithdrawTicket,
  createFiatWithdrawTicket,
  createWithdrawTicket,
} from './withdrawals/create-withdraw-ticket.ts';
import { deleteAccountWithdrawInfo } from './withdrawals/delete-account-withdraw-info.ts';
import { endOtherUserSessions } from './user/end-other-user-sessions.ts';
import { endUserSession } from './user/end-user-session.ts';
import { getAccountFees } from './fees/get-account-fees.ts';
import { getAccountInfo } from './accounts/get-account-info.ts';
import { getAccountLink } from './verification/get-account-link.ts';
import { getAccountWithdrawInfos } from './withdrawals/get-account-withdraw-infos.ts';
import { getAccountPositions } from './accounts/get-account-positions.ts';
import {
  getAccountDepositTransactions,
  getAccountTransactions,
  getAccountWithdrawTransactions,
} from './accounts/get-account-transactions.ts';
import { getAllDepositRequestInfoTemplates } from './deposits/get-all-deposit-request-info-templates.ts';
import { getBrazilValidation } from './verification/get-brazil-validation.ts';
import { getDepositFee } from './fees/get-deposit-fee.ts';
import { getDepositInfo, getNewDepositAddress } from './deposits/get-deposit-info.ts';
import { getDepositRequestInfoTemplate } from './deposits/get-deposit-request-info-template.ts';
import { getDepositTemplateTypes } from './deposits/get-deposit-template-types.ts';
import { getDepositTicket } from './deposits/get-deposit-ticket.ts';
import { getDepositTickets } from './deposits/get-deposit-tickets.ts';
import { getDeposits } from './deposits/get-deposits.ts';
import { getEarliestTickTime } from './market-data/get-earliest-tick-time.ts';
import { getInstrument } from './instruments/get-instrument.ts';
import { getInstruments } from './instruments/get-instruments.ts';
import { getKycLevels } from './verification/get-kyc-levels.ts';
import { getL2Snapshot } from './market-data/get-l2-snapshot.ts';
import { getLastTrades } from './market-data/get-last-trades.ts';
import { getLevelRequest } from './verification/get-level-request.ts';
import { getLevel1Summary } from './market-data/get-level1-summary.ts';
import { getLevel1 } from './market-data/get-level1.ts';
import { getOmsDepositFees } from './fees/get-oms-deposit-fees.ts';
import { getOmsWithdrawFees } from './fees/get-oms-withdraw-fees.ts';
import { getOpenOrders } from './orders/get-open-orders.ts';
import { getOrderFee } from './fees/get-order-fee.ts';
import { getOrderHistoryByOrderId } from './orders/get-order-history-by-order-id.ts';
import { getOrderStatus } from './orders/get-order-status.ts';
import { getOrders, getOrdersHistory } from './orders/get-orders.ts';
import { getProductAttributes } from './instruments/get-product-attributes.ts';
import { getProduct } from './instruments/get-product.ts';
import { getProducts } from './instruments/get-products.ts';
import { getTickerHistory } from './market-data/get-ticker-history.ts';
import { getAccountTrades, getTradesHistory } from './orders/get-trades-history.ts';
import { getUserActivity } from './user/get-user-activity.ts';
import { getUserAccountInfos } from './accounts/get-user-account-infos.ts';
import { getUserAccounts } from './accounts/get-user-accounts.ts';
import { getUserApiKeys } from './api-keys/get-user-api-keys.ts';
import { getUserConfig } from './user/get-user-config.ts';
import { getUserDevices } from './user/get-user-devices.ts';
import { getUserInfo } from './user/get-user-info.ts';
import { getUserPermissions } from './api-keys/get-user-permissions.ts';
import { getUserVerificationLevel } from './verification/get-user-verification-level.ts';
import { getUserSessions } from './user/get-user-sessions.ts';
import { getVerificationLevelConfig } from './verification/get-verification-level-config.ts';
import { getWithdrawFee } from './fees/get-withdraw-fee.ts';
import { getWithdrawFormTemplateTypes } from './withdrawals/get-withdraw-form-template-types.ts';
import { getWithdrawTemplate } from './withdrawals/get-withdraw-template.ts';
import { getWithdrawConfirmation } from './withdrawals/get-withdraw-confirmation.ts';
import { getWithdrawInfoConfirmation } from './withdrawals/get-withdraw-info-confirmation.ts';
import { getWithdrawTicketByVerifyCode } from './withdrawals/get-withdraw-ticket-by-verify-code.ts';
import { getWithdrawTicket } from './withdrawals/get-withdraw-ticket.ts';
import { getWithdrawTickets } from './withdrawals/get-withdraw-tickets.ts';
import { getWithdraws } from './withdrawals/get-withdraws.ts';
import { logOut } from './sign-in/log-out.ts';
import { modifyOrder } from './orders/modify-order.ts';
import { ping } from './sign-in/ping.ts';
import { reauthenticate } from './sign-in/reauthenticate.ts';
import { registerUser } from './registration/register-user.ts';
import { removeLevelDocument } from './verification/remove-level-document.ts';
import { removeUserApiKeyPermission } from './api-keys/remove-user-api-key-permission.ts';
import { removeUserApiKey } from './api-keys/remove-user-api-key.ts';
import { resendVerificationEmail } from './registration/resend-verification-email.ts';
import { resetPassword2 } from './registration/reset-password-2.ts';
import { resetPassword } from './registration/reset-password.ts';
import { saveLevelRequest } from './verification/save-level-request.ts';
import { sendCancelList } from './orders/send-cancel-list.ts';
import { sendCancelReplaceList } from './orders/send-cancel-replace-list.ts';
import { sendOrderList } from './orders/send-order-list.ts';
import { sendOrder } from './orders/send-order.ts';
import { setUserConfig } from './user/set-user-config.ts';
import { subscribeAccountEvents } from './subscriptions/subscribe-account-events.ts';
import { subscribeBlockTrades } from './subscriptions/subscribe-block-trades.ts';
import { subscribeLevel1 } from './subscriptions/subscribe-level1.ts';
import { subscribeLevel2 } from './subscriptions/subscribe-level2.ts';
import { subscribeOrderStateEvents } from './subscriptions/subscribe-order-state-events.ts';
import { subscribeTicker } from './subscriptions/subscribe-ticker.ts';
import { subscribeTrades } from './subscriptions/subscribe-trades.ts';
import { submitDepositTicketComment, submitWithdrawTicketComment } from './submit-ticket-comment.ts';
import { submitLevelRequest } from './verification/submit-level-request.ts';
import { unlockAccount } from './registration/unlock-account.ts';
import { unsubscribeAccountEvents } from './subscriptions/unsubscribe-account-events.ts';
import {
  unsubscribeBlockTrades,
  unsubscribeLevel1,
  unsubscribeLevel2,
  unsubscribeTicker,
  unsubscribeTrades,
} from './subscriptions/unsubscribe-market-data.ts';
import { unsubscribeOrderStateEvents } from './subscriptions/unsubscribe-order-state-events.ts';
import { unmaskUserConfig } from './user/unmask-user-config.ts';
import { updateUserApiKeyWhitelist } from './api-keys/update-user-api-key-whitelist.ts';
import { validateBrazil } from './verification/validate-brazil.ts';
import { validateCode } from './registration/validate-code.ts';
import { webAuthenticateUser } from './sign-in/web-authenticate-user.ts';

/** In the order of the API documents. */
export const calls: readonly Call[] = [
  ping,
  healthCheck,
  getOmsVersion,
  getOmss,
  getEnums,
  registerUser,
  confirmUserEmail,
  resendVerificationEmail,
  authenticateUser,
  webAuthenticateUser,
  authenticate2fa,
  beginPasskeySignIn,
  authenticatePasskey,
  getSecondFactor,
  enableGoogle2fa,
  disable2fa,
  createRecoveryCodes,
  cancelSecondFactorReset,
  validate2fa,
  getValidate2faRequiredEndpoints,
  getCaptchaRequiredEndpoints,
  beginPasskey,
  addPasskey,
  getPasskeys,
  removePasskey,
  reauthenticate,
  logOut,
  resetPassword,
  validateCode,
  resetPassword2,
  unlockAccount,
  getUserInfo,
  setUserInfo,
  getUserActivity,
  getUserSessions,
  endUserSession,
  endOtherUserSessions,
  getUserDevices,
  setUserConfig,
  getUserConfig,
  unmaskUserConfig,
  getUnredactedUserConfigByKey,
  getUserPermissions,
  getUserApiKeys,
  addUserApiKey,
  updateUserApiKeyWhitelist,
  addUserApiKeyPermission,
  removeUserApiKeyPermission,
  removeUserApiKey,
  getUserAccounts,
  getUserAccountInfos,
  getAccountInfo,
  getVerificationLevelConfig,
  getInstrumentVerificationLevelConfig,
  getUserVerificationLevel,
  getKycLevels,
  createAccessToken,
  getLevelRequest,
  saveLevelRequest,
  submitLevelRequest,
  removeLevelDocument,
  validateBrazil,
  getBrazilValidation,
  confirmAccountLink,
  getAccountLink,
  getInstruments,
  getInstrument,
  getProducts,
  getProduct,
  getProductAttributes,
  getInstrumentAttributes,
  getLevel1,
  getLevel1Summary,
  getLevel1SummaryMin,
  getL2Snapshot,
  getLastTrades,
  getTickerHistory,
  getEarliestTickTime,
  summary,
  ticker,
  assets,
  orderBook,
  trades,
  subscribeLevel1,
  subscribeLevel2,
  subscribeTrades,
  subscribeTicker,
  subscribeBlockTrades,
  unsubscribeLevel1,
  unsubscribeLevel2,
  unsubscribeTrades,
  unsubscribeTicker,
  unsubscribeBlockTrades,
  subscribeAccountEvents,
  subscribeOrderStateEvents,
  unsubscribeAccountEvents,
  unsubscribeOrderStateEvents,
  getAccountPositions,
  getAccountTransactions,
  getAccountDepositTransactions,
  getAccountWithdrawTransactions,
  sendOrder,
  cancelReplaceOrder,
  modifyOrder,
  cancelOrder,
  cancelAllOrders,
  sendOrderList,
  sendCancelReplaceList,
  sendCancelList,
  getOrderStatus,
  getOpenOrders,
  getOrders,
  getOrdersHistory,
  getOrderHistoryByOrderId,
  getTradesHistory,
  getAccountTrades,
  getOrderFee,
  getAccountFees,
  getOmsFeeTiers,
  getDepositTemplateTypes,
  getDepositProviders,
  getDepositRequestInfoTemplate,
  getAllDepositRequestInfoTemplates,
  getDepositInfo,
  getNewDepositAddress,
  getDepositFee,
  getOmsDepositFees,
  getDepositTickets,
  getDepositTicket,
  getDeposits,
  submitDepositTicketComment,
  getWithdrawFormTemplateTypes,
  getWithdrawTemplate,
  getWithdrawFee,
  getOmsWithdrawFees,
  createWithdrawTicket,
  createFiatWithdrawTicket,
  createCryptocurrencyWithdrawTicket,
  confirmWithdraw,
  cancelWithdraw,
  getWithdrawTickets,
  getWithdrawTicket,
  getWithdrawTicketByVerifyCode,
  getWithdrawConfirmation,
  getWithdrawInfoConfirmation,
  getWithdraws,
  submitWithdrawTicketComment,
  getTreasuryProductsForAccount,
  getAccountWithdrawInfos,
  createAccountWithdrawInfo,
  confirmWithdrawInfo,
  deleteAccountWithdrawInfo,
  ...emptyLists,
];

const byName = new Map<string, Call>();
for (const call of [...calls, ...notOffered]) {
  for (const name of [call.name, ...(call.aliases ?? [])]) {
    assert(!byName.has(name.toLowerCase()), `call names are unique: ${name}`);
    byName.set(name.toLowerCase(), call);
  }
}

/** The call of a name, in any case; calls that are known and not offered answer error 106. */
export function findCall(name: string): Call | undefined {
  return byName.get(name) ?? byName.get(name.toLowerCase());
}

/** The same for a request over HTTP, where calls of the socket are known and not offered. */
export function findHttpCall(name: string): Call | undefined {
  const call = findCall(name);
  return call?.door === 'socket' ? refusedOverHttp.get(call) : call;
}

const refusedOverHttp: ReadonlyMap<Call, Call> = new Map(
  calls.filter(({ door }) => door === 'socket').map((call) => [call, notOfferedHere(call)]),
);
