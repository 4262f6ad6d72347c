/** Converts accounts, users and positions to the wire format. */
import type { Product } from '@salar/engine';
import { computeUnit } from '@salar/protocol';
import { toWireDecimal, formatIso, noDate, zero } from '@salar/protocol/wire';
import type { WireAccountInfo, WirePosition, WireUserInfo } from '@salar/protocol/wire';
import type { Position } from '@salar/services/accounts/position-service';
import { getLevelName } from '@salar/services/verification/levels';
import type { User } from '@salar/store/tables/customers/users';

/** @param account  the account at the time of an event; its current state when omitted */
export function toAccountInfoRow(
  user: User,
  account: { readonly level: number; readonly locked: boolean } | undefined,
): WireAccountInfo {
  const level = account?.level ?? 0;
  return {
    OMSID: 1,
    AccountId: user.accountId,
    AccountName: user.userName,
    AccountHandle: null,
    FirmId: null,
    FirmName: null,
    AccountType: user.accountType,
    FeeGroupId: 0,
    ParentID: 0,
    RiskType: 'Normal',
    VerificationLevel: level,
    VerificationLevelName: getLevelName(level),
    CreditTier: 0,
    FeeProductType: 'BaseProduct',
    FeeProduct: 0,
    RefererId: 0,
    LoyaltyProductId: 0,
    LoyaltyEnabled: false,
    PriceTier: 0,
    Frozen: account?.locked ?? false,
  };
}

export function toUserInfoRow(user: User, hasSecondFactor: boolean): WireUserInfo {
  return {
    UserId: user.userId,
    UserName: user.userName,
    Email: user.email,
    PasswordHash: '',
    PendingEmailCode: '',
    EmailVerified: user.isEmailVerified,
    AccountId: user.accountId,
    DateTimeCreated: formatIso(user.createdAt),
    AffiliateId: 0,
    RefererId: 0,
    OMSId: 1,
    Use2FA: hasSecondFactor,
    Salt: '',
    PendingCodeTime: noDate,
    Locked: user.lockedAt !== null,
    LockedTime: user.lockedAt === null ? noDate : formatIso(user.lockedAt),
    NumberOfFailedAttempt: 0,
    MarginBorrowerEnabled: false,
    MarginAcquisitionHalt: false,
    OperatorId: 1,
  };
}

export function toPositionRow(accountId: number, position: Position, notional: Product | null): WirePosition {
  const { product, deposited, withdrawn } = position;
  const { decimals } = product;
  const amount = (minor: bigint) => toWireDecimal(minor, decimals);
  const value = (minor: bigint) => (notional ? toWireDecimal(minor, notional.decimals) : zero);
  const worth = (minor: bigint) => value((minor * position.notionalRate) / computeUnit(decimals));
  return {
    OMSId: 1,
    AccountId: accountId,
    ProductSymbol: product.symbol,
    ProductId: product.productId,
    Amount: amount(position.total),
    Hold: amount(position.held),
    PendingDeposits: amount(position.pendingDeposits),
    PendingWithdraws: amount(position.pendingWithdrawals),
    TotalDayDeposits: amount(deposited.day),
    TotalMonthDeposits: amount(deposited.month),
    TotalYearDeposits: amount(deposited.year),
    TotalDayDepositNotional: worth(deposited.day),
    TotalMonthDepositNotional: worth(deposited.month),
    TotalYearDepositNotional: worth(deposited.year),
    TotalDayWithdraws: amount(withdrawn.day),
    TotalMonthWithdraws: amount(withdrawn.month),
    TotalYearWithdraws: amount(withdrawn.year),
    TotalDayWithdrawNotional: worth(withdrawn.day),
    TotalMonthWithdrawNotional: worth(withdrawn.month),
    TotalYearWithdrawNotional: worth(withdrawn.year),
    NotionalProductId: notional?.productId ?? 0,
    NotionalProductSymbol: notional?.symbol ?? '',
    NotionalValue: value(position.notionalTotal),
    NotionalHoldAmount: value(position.notionalHeld),
    NotionalRate: value(position.notionalRate),
    TotalDayTransferNotional: zero,
  };
}
