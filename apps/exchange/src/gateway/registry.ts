/** Every call of the exchange, declared once (security rule G1). */
import { assert } from '@salar/protocol';
import type { Call } from './call.ts';
import { assets } from './calls/assets.ts';
import { emptyLists } from './calls/empty-lists.ts';
import { getDepositProviders } from './calls/get-deposit-providers.ts';
import { getEnums } from './calls/get-enums.ts';
import { getInstrumentAttributes } from './calls/get-instrument-attributes.ts';
import { getInstrumentVerificationLevelConfig } from './calls/get-instrument-verification-level-config.ts';
import { getLevel1SummaryMin } from './calls/get-level1-summary-min.ts';
import { getOmsFeeTiers } from './calls/get-oms-fee-tiers.ts';
import { getOmsVersion, healthCheck } from './calls/get-oms-version.ts';
import { getOmss } from './calls/get-omss.ts';
import { getTreasuryProductsForAccount } from './calls/get-treasury-products-for-account.ts';
import { getUnredactedUserConfigByKey } from './calls/get-unredacted-user-config-by-key.ts';
import { notOffered, notOfferedHere } from './calls/not-offered.ts';
import { orderBook } from './calls/order-book.ts';
import { setUserInfo } from './calls/set-user-info.ts';
import { summary } from './calls/summary.ts';
import { ticker } from './calls/ticker.ts';
import { trades } from './calls/trades.ts';
import { addUserApiKeyPermission } from './calls/add-user-api-key-permission.ts';
import { addUserApiKey } from './calls/add-user-api-key.ts';
import { authenticate2fa } from './calls/authenticate-2fa.ts';
import { addPasskey } from './calls/add-passkey.ts';
import { authenticatePasskey } from './calls/authenticate-passkey.ts';
import { beginPasskeySignIn } from './calls/begin-passkey-sign-in.ts';
import { beginPasskey } from './calls/begin-passkey.ts';
import { cancelSecondFactorReset } from './calls/cancel-second-factor-reset.ts';
import { createRecoveryCodes } from './calls/create-recovery-codes.ts';
import { disable2fa } from './calls/disable-2fa.ts';
import { enableGoogle2fa } from './calls/enable-google-2fa.ts';
import { getCaptchaRequiredEndpoints } from './calls/get-captcha-required-endpoints.ts';
import { getPasskeys } from './calls/get-passkeys.ts';
import { getSecondFactor } from './calls/get-second-factor.ts';
import { getValidate2faRequiredEndpoints } from './calls/get-validate-2fa-required-endpoints.ts';
import { removePasskey } from './calls/remove-passkey.ts';
import { validate2fa } from './calls/validate-2fa.ts';
import { authenticateUser } from './calls/authenticate-user.ts';
import { cancelAllOrders } from './calls/cancel-all-orders.ts';
import { cancelOrder } from './calls/cancel-order.ts';
import { cancelReplaceOrder } from './calls/cancel-replace-order.ts';
import { cancelWithdraw } from './calls/cancel-withdraw.ts';
import { confirmAccountLink } from './calls/confirm-account-link.ts';
import { confirmUserEmail } from './calls/confirm-user-email.ts';
import { confirmWithdrawInfo } from './calls/confirm-withdraw-info.ts';
import { confirmWithdraw } from './calls/confirm-withdraw.ts';
import { createAccessToken } from './calls/create-access-token.ts';
import { createAccountWithdrawInfo } from './calls/create-account-withdraw-info.ts';
import {
  createCryptocurrencyWithdrawTicket,
  createFiatWithdrawTicket,
  createWithdrawTicket,
} from './calls/create-withdraw-ticket.ts';
import { deleteAccountWithdrawInfo } from './calls/delete-account-withdraw-info.ts';
import { endOtherUserSessions } from './calls/end-other-user-sessions.ts';
import { endUserSession } from './calls/end-user-session.ts';
import { getAccountFees } from './calls/get-account-fees.ts';
import { getAccountInfo } from './calls/get-account-info.ts';
import { getAccountLink } from './calls/get-account-link.ts';
import { getAccountWithdrawInfos } from './calls/get-account-withdraw-infos.ts';
import { getAccountPositions } from './calls/get-account-positions.ts';
import {
  getAccountDepositTransactions,
  getAccountTransactions,
  getAccountWithdrawTransactions,
} from './calls/get-account-transactions.ts';
import { getAllDepositRequestInfoTemplates } from './calls/get-all-deposit-request-info-templates.ts';
import { getBrazilValidation } from './calls/get-brazil-validation.ts';
import { getDepositFee } from './calls/get-deposit-fee.ts';
import { getDepositInfo, getNewDepositAddress } from './calls/get-deposit-info.ts';
import { getDepositRequestInfoTemplate } from './calls/get-deposit-request-info-template.ts';
import { getDepositTemplateTypes } from './calls/get-deposit-template-types.ts';
import { getDepositTicket } from './calls/get-deposit-ticket.ts';
import { getDepositTickets } from './calls/get-deposit-tickets.ts';
import { getDeposits } from './calls/get-deposits.ts';
import { getEarliestTickTime } from './calls/get-earliest-tick-time.ts';
import { getInstrument } from './calls/get-instrument.ts';
import { getInstruments } from './calls/get-instruments.ts';
import { getKycLevels } from './calls/get-kyc-levels.ts';
import { getL2Snapshot } from './calls/get-l2-snapshot.ts';
import { getLastTrades } from './calls/get-last-trades.ts';
import { getLevelRequest } from './calls/get-level-request.ts';
import { getLevel1Summary } from './calls/get-level1-summary.ts';
import { getLevel1 } from './calls/get-level1.ts';
import { getOmsDepositFees } from './calls/get-oms-deposit-fees.ts';
import { getOmsWithdrawFees } from './calls/get-oms-withdraw-fees.ts';
import { getOpenOrders } from './calls/get-open-orders.ts';
import { getOrderFee } from './calls/get-order-fee.ts';
import { getOrderHistoryByOrderId } from './calls/get-order-history-by-order-id.ts';
import { getOrderStatus } from './calls/get-order-status.ts';
import { getOrders, getOrdersHistory } from './calls/get-orders.ts';
import { getProductAttributes } from './calls/get-product-attributes.ts';
import { getProduct } from './calls/get-product.ts';
import { getProducts } from './calls/get-products.ts';
import { getTickerHistory } from './calls/get-ticker-history.ts';
import { getAccountTrades, getTradesHistory } from './calls/get-trades-history.ts';
import { getUserActivity } from './calls/get-user-activity.ts';
import { getUserAccountInfos } from './calls/get-user-account-infos.ts';
import { getUserAccounts } from './calls/get-user-accounts.ts';
import { getUserApiKeys } from './calls/get-user-api-keys.ts';
import { getUserConfig } from './calls/get-user-config.ts';
import { getUserDevices } from './calls/get-user-devices.ts';
import { getUserInfo } from './calls/get-user-info.ts';
import { getUserPermissions } from './calls/get-user-permissions.ts';
import { getUserVerificationLevel } from './calls/get-user-verification-level.ts';
import { getUserSessions } from './calls/get-user-sessions.ts';
import { getVerificationLevelConfig } from './calls/get-verification-level-config.ts';
import { getWithdrawFee } from './calls/get-withdraw-fee.ts';
import { getWithdrawFormTemplateTypes } from './calls/get-withdraw-form-template-types.ts';
import { getWithdrawTemplate } from './calls/get-withdraw-template.ts';
import { getWithdrawConfirmation } from './calls/get-withdraw-confirmation.ts';
import { getWithdrawInfoConfirmation } from './calls/get-withdraw-info-confirmation.ts';
import { getWithdrawTicketByVerifyCode } from './calls/get-withdraw-ticket-by-verify-code.ts';
import { getWithdrawTicket } from './calls/get-withdraw-ticket.ts';
import { getWithdrawTickets } from './calls/get-withdraw-tickets.ts';
import { getWithdraws } from './calls/get-withdraws.ts';
import { logOut } from './calls/log-out.ts';
import { modifyOrder } from './calls/modify-order.ts';
import { ping } from './calls/ping.ts';
import { reauthenticate } from './calls/reauthenticate.ts';
import { registerUser } from './calls/register-user.ts';
import { removeLevelDocument } from './calls/remove-level-document.ts';
import { removeUserApiKeyPermission } from './calls/remove-user-api-key-permission.ts';
import { removeUserApiKey } from './calls/remove-user-api-key.ts';
import { resendVerificationEmail } from './calls/resend-verification-email.ts';
import { resetPassword2 } from './calls/reset-password-2.ts';
import { resetPassword } from './calls/reset-password.ts';
import { saveLevelRequest } from './calls/save-level-request.ts';
import { sendCancelList } from './calls/send-cancel-list.ts';
import { sendCancelReplaceList } from './calls/send-cancel-replace-list.ts';
import { sendOrderList } from './calls/send-order-list.ts';
import { sendOrder } from './calls/send-order.ts';
import { setUserConfig } from './calls/set-user-config.ts';
import { subscribeAccountEvents } from './calls/subscribe-account-events.ts';
import { subscribeBlockTrades } from './calls/subscribe-block-trades.ts';
import { subscribeLevel1 } from './calls/subscribe-level1.ts';
import { subscribeLevel2 } from './calls/subscribe-level2.ts';
import { subscribeOrderStateEvents } from './calls/subscribe-order-state-events.ts';
import { subscribeTicker } from './calls/subscribe-ticker.ts';
import { subscribeTrades } from './calls/subscribe-trades.ts';
import { submitDepositTicketComment, submitWithdrawTicketComment } from './calls/submit-ticket-comment.ts';
import { submitLevelRequest } from './calls/submit-level-request.ts';
import { unlockAccount } from './calls/unlock-account.ts';
import { unsubscribeAccountEvents } from './calls/unsubscribe-account-events.ts';
import {
  unsubscribeBlockTrades,
  unsubscribeLevel1,
  unsubscribeLevel2,
  unsubscribeTicker,
  unsubscribeTrades,
} from './calls/unsubscribe-market-data.ts';
import { unsubscribeOrderStateEvents } from './calls/unsubscribe-order-state-events.ts';
import { unmaskUserConfig } from './calls/unmask-user-config.ts';
import { updateUserApiKeyWhitelist } from './calls/update-user-api-key-whitelist.ts';
import { validateBrazil } from './calls/validate-brazil.ts';
import { validateCode } from './calls/validate-code.ts';
import { webAuthenticateUser } from './calls/web-authenticate-user.ts';

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
