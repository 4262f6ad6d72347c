/**
 * Self-trade prevention: cancel newest.
 *
 * No account trades with itself. An incoming order that meets a resting order of its own account is canceled there,
 * whatever remains of it; the resting order stays.
 */
import type { Order } from '../../book/order.ts';
import type { Ending } from '../end-order.ts';
import type { MatchRequest } from './match-request.ts';

export const selfTradeEnding: Ending = { status: 'canceled', reason: 'self_trade' };

/** True when an incoming order would trade with its own account. */
export function isSelfTrade(request: MatchRequest, maker: Order): boolean {
  return maker.account === request.account;
}
