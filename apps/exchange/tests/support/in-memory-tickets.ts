/** Ticket services for tests of the gateway alone: one network without a chain, tickets in memory. */
import { accept, millis, minor, refuse, ticketId } from '@salar/protocol';
import { localChainIds } from '@salar/services';
import type { ChainProvider, DepositTicket, TicketClaim, WithdrawTicket } from '@salar/services';
import { checkPaymentCode } from '@salar/services/second-factor/payment-code';
import type { PaymentCodeContext } from '@salar/services/second-factor/payment-code';
import type { TransferServices } from '@salar/services/compose/transfer-services';
import type { EnginePort } from '@salar/services/ports/engine-port';
import { toAcceptanceSettings } from '../../src/settings/acceptance-settings.ts';
import { products } from '../../src/seed/catalogue.ts';

export const offlineProvider: ChainProvider = {
  providerId: 2,
  name: 'USDT_LOCAL_ETHEREUM',
  displayName: 'Ethereum (local)',
  kind: 'chain',
  chainId: localChainIds.ethereum,
  productId: products.USDT.productId,
  depositTemplate: 'WSAccountProvider_Ethereum',
  withdrawTemplate: 'ToExternalEthereumAddress',
  depositMin: minor(1_000_000n),
  withdrawFee: minor(1_000_000n),
  withdrawMin: minor(5_000_000n),
  confirmations: 2,
};

const provider = offlineProvider;

export class InMemoryTickets {
  readonly depositTickets: DepositTicket[] = [];
  readonly withdrawTickets: WithdrawTicket[] = [];
  readonly deposits: TransferServices['deposits'];
  readonly withdrawals: TransferServices['withdrawals'];

  constructor(exchange: EnginePort, people: PaymentCodeContext) {
    const listProviders = (productId: number) => (productId === provider.productId ? [provider] : []);
    const fits = (productId: number, providerId: number | undefined) =>
      productId === provider.productId && (providerId ?? provider.providerId) === provider.providerId;
    this.deposits = {
      listProviders,
      getAddress: async ({ accountId, productId, providerId }) => {
        if (!fits(productId, providerId)) return refuse('provider_unknown');
        if ((exchange.undurable.account(accountId)?.level ?? 0) < 1) return refuse('level_too_low');
        return accept({
          address: `0x${accountId.toString(16).padStart(40, '0')}`,
          providerId: provider.providerId,
        });
      },
      list: async ({ accountId, productId, statuses, startIndex, limit }) =>
        this.depositTickets
          .filter(
            (ticket) =>
              ticket.accountId === accountId &&
              (productId ?? ticket.productId) === ticket.productId &&
              (statuses ?? [ticket.status]).includes(ticket.status),
          )
          .slice(startIndex, startIndex + limit),
      find: async (claim) => this.depositTickets.find((ticket) => isClaimed(ticket, claim)) ?? null,
    };
    this.withdrawals = {
      policy: toAcceptanceSettings({}, { isProduction: false }),
      findAutomaticLimits: async () => toAcceptanceSettings({}, { isProduction: false }).autoAccept,
      listProviders,
      template: ({ productId, providerId, templateType }) =>
        fits(productId, providerId) &&
        (templateType ?? provider.withdrawTemplate) === provider.withdrawTemplate
          ? { TemplateType: provider.withdrawTemplate, ExternalAddress: '', Comment: '' }
          : null,
      quoteFee: ({ productId, providerId }) =>
        fits(productId, providerId) ? accept(provider.withdrawFee) : refuse('provider_unknown'),
      findSignatureUse: async () => 'none',
      beginSignature: async () => refuse('signature_without_effect'),
      create: async (request) => {
        if (!fits(request.productId, request.providerId)) return refuse('provider_unknown');
        const { userId, paymentCode, isByKey = false } = request;
        if ((exchange.undurable.account(request.accountId)?.level ?? 0) < 1) return refuse('level_too_low');
        const { total, held: before } = exchange.undurable.position(request.accountId, request.productId);
        if (total - before < request.amount) return refuse('insufficient_funds');
        const person = await checkPaymentCode(people, { userId, paymentCode, isExempt: isByKey });
        if (!person.ok) return person;
        const number = ticketId(this.withdrawTickets.length + 1);
        const held = await exchange.submit({
          type: 'HoldWithdrawal',
          ticketId: number,
          accountId: request.accountId,
          productId: request.productId,
          amount: request.amount,
          fee: provider.withdrawFee,
        });
        if (!held.ok) {
          const { refusal } = held;
          if (refusal === 'account_unknown' || refusal === 'product_unknown' || refusal === 'ticket_reused')
            return refuse('provider_unknown');
          return refuse(refusal);
        }
        const ticket: WithdrawTicket = {
          ticketId: number,
          requestCode: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
          userId: request.userId,
          accountId: request.accountId,
          productId: request.productId,
          providerId: provider.providerId,
          templateType: provider.withdrawTemplate,
          templateForm: request.templateForm,
          destination: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
          amount: request.amount,
          fee: provider.withdrawFee,
          status: 'Pending2Fa',
          txId: null,
          delayedUntil: null,
          rejectReason: null,
          requestIp: request.requestIp,
          createdAt: millis(Date.now()),
          updatedAt: millis(Date.now()),
        };
        this.withdrawTickets.unshift(ticket);
        return accept(ticket);
      },
      holdAboveLevel: async () => 0,
      confirm: async () => refuse('code_invalid'),
      review: async () => refuse('code_invalid'),
      cancel: async ({ accountId, requestCode }) => {
        const at = this.withdrawTickets.findIndex(
          (one) => one.accountId === accountId && one.requestCode === requestCode,
        );
        const ticket = this.withdrawTickets[at];
        if (!ticket) return refuse('ticket_unknown');
        if (ticket.status === 'UserCanceled') return refuse('ticket_already_processed');
        await exchange.submit({ type: 'ReleaseWithdrawal', ticketId: ticket.ticketId });
        const canceled: WithdrawTicket = { ...ticket, status: 'UserCanceled' };
        this.withdrawTickets[at] = canceled;
        return accept(canceled);
      },
      list: async ({ accountId, productId, startIndex, limit }) =>
        this.withdrawTickets
          .filter(
            (ticket) =>
              ticket.accountId === accountId && (productId ?? ticket.productId) === ticket.productId,
          )
          .slice(startIndex, startIndex + limit),
      find: async (claim) => this.withdrawTickets.find((ticket) => isClaimed(ticket, claim)) ?? null,
      findByCode: async () => null,
    };
  }
}

function isClaimed(ticket: DepositTicket | WithdrawTicket, claim: TicketClaim): boolean {
  if (ticket.accountId !== claim.accountId) return false;
  return 'ticketId' in claim ? ticket.ticketId === claim.ticketId : ticket.requestCode === claim.requestCode;
}
