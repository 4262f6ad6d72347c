/** Deposit and withdraw tickets, their templates and providers as the wire shows them. */
import { divideDown, unitOf } from '@salar/protocol';
import { decimal, isoOf, ticksOf, zero } from '@salar/protocol/wire/index';
import type { WireDepositTicket, WireNumber, WireWithdrawTicket } from '@salar/protocol/wire/index';
import type { AccountId, ProductId } from '@salar/protocol';
import type { CustomerServices } from '@salar/services/customer-services';
import type { DepositTicket, Provider, WithdrawTicket } from '@salar/services/tickets/ticket-types';
import type { User } from '@salar/store/tables/users';

/** Deposits of before confirmation count as Pending for every client; the rest of the words are the wire's own. */
export function depositTicketRow(
  ticket: DepositTicket,
  user: User,
  services: CustomerServices,
): WireDepositTicket {
  const start = ticketStart(ticket, user, services);
  const provider = providerOf(services.deposits.providersOf(ticket.productId), ticket.providerId);
  return {
    ...start,
    ReferenceId: ticket.requestCode.slice(0, 8),
    RequestIP: null,
    RequestUser: user.userId,
    RequestUserName: user.userName,
    OperatorId: 1,
    Status: ticket.status,
    FeeAmt: zero,
    UpdatedByUser: 0,
    UpdatedByUserName: null,
    TicketNumber: ticket.ticketId,
    DepositInfo: JSON.stringify({
      AccountProviderId: ticket.providerId,
      AccountProviderName: provider?.name ?? '',
      DisplayName: provider?.displayName ?? '',
      TXId: ticket.txId,
      FromAddress: ticket.fromAddress,
      ToAddress: ticket.toAddress,
      Confirmations: ticket.confirmations,
      ConfirmationsNeeded: ticket.confirmationsNeeded,
      TimeSubmitted: ticket.createdAt,
      LastUpdated: ticket.updatedAt,
    }),
    RejectReason: ticket.rejectReason,
    CreatedTimestamp: isoOf(ticket.createdAt),
    LastUpdateTimeStamp: isoOf(ticket.updatedAt),
    CreatedTimestampTick: ticksOf(ticket.createdAt),
    LastUpdateTimeStampTick: ticksOf(ticket.updatedAt),
    Comments: [],
    Attachments: [],
  };
}

export function withdrawTicketRow(
  ticket: WithdrawTicket,
  user: User,
  services: CustomerServices,
): WireWithdrawTicket {
  const start = ticketStart(ticket, user, services);
  const provider = providerOf(services.withdrawals.providersOf(ticket.productId), ticket.providerId);
  const decimals = services.sequencer.engine.product(ticket.productId)?.decimals ?? 0;
  const isSent = ticket.txId !== null;
  const details = {
    TxId: ticket.txId,
    ExternalAddress: ticket.destination,
    Amount: isSent ? decimal(ticket.amount - ticket.fee, decimals).text : '0',
    Confirmed: ticket.status === 'Confirmed' || ticket.status === 'FullyProcessed',
    LastUpdated: isSent ? isoOf(ticket.updatedAt) : null,
    TimeSubmitted: isSent ? isoOf(ticket.createdAt) : null,
    DelayedUntil: ticket.delayedUntil === null ? null : isoOf(ticket.delayedUntil),
    AccountProviderName: provider?.name ?? '',
    AccountProviderId: ticket.providerId,
    DisplayName: provider?.displayName ?? '',
  };
  return {
    ...start,
    TemplateForm: ticket.templateForm,
    TemplateFormType: ticket.templateType,
    RequestIP: ticket.requestIp,
    RequestUserId: ticket.userId,
    RequestUserName: user.userName,
    OperatorId: 1,
    Status: ticket.status,
    FeeAmt: decimal(ticket.fee, decimals),
    UpdatedByUser: 0,
    UpdatedByUserName: null,
    TicketNumber: ticket.ticketId,
    WithdrawTransactionDetails: JSON.stringify(details),
    RejectReason: ticket.rejectReason,
    CreatedTimestamp: isoOf(ticket.createdAt),
    LastUpdateTimestamp: isoOf(ticket.updatedAt),
    CreatedTimestampTick: ticksOf(ticket.createdAt),
    LastUpdateTimestampTick: ticksOf(ticket.updatedAt),
    Comments: [],
    Attachments: [],
    AuditLog: [],
  };
}

/** One way in, as the template list shows it. */
export function depositTypeRow(provider: Provider, services: CustomerServices) {
  return templateTypeRow(provider, provider.depositTemplate, provider.depositMin, services);
}

/** One way out, as the template list shows it. */
export function withdrawTypeRow(provider: Provider, services: CustomerServices) {
  return templateTypeRow(provider, provider.withdrawTemplate, provider.withdrawMin, services);
}

function templateTypeRow(
  provider: Provider,
  templateName: string,
  amountMin: bigint,
  services: CustomerServices,
) {
  const decimals = services.sequencer.engine.product(provider.productId)?.decimals ?? 0;
  return {
    AccountProviderId: provider.providerId,
    TemplateName: templateName,
    AccountProviderName: provider.name,
    DisplayName: provider.displayName,
    TemplateType: templateName,
    MinimumAmount: decimal(amountMin, decimals),
    Confirmations: provider.confirmations,
  };
}

function ticketStart(
  ticket: {
    readonly accountId: AccountId;
    readonly productId: ProductId;
    readonly providerId: number;
    readonly amount: bigint;
    readonly requestCode: string;
  },
  user: User,
  services: CustomerServices,
) {
  const { engine } = services.sequencer;
  const product = engine.product(ticket.productId);
  const decimals = product?.decimals ?? 0;
  return {
    AssetManagerId: 1,
    AccountProviderId: ticket.providerId,
    AccountId: ticket.accountId,
    AssetId: ticket.productId,
    AccountName: user.userName,
    AssetName: product?.symbol ?? '',
    Amount: decimal(ticket.amount, decimals),
    NotionalValue: notionalOf(services, ticket.productId, ticket.amount, decimals),
    NotionalProductId: services.positions.notionalProduct()?.productId ?? 0,
    OMSId: 1,
    RequestCode: ticket.requestCode,
  };
}

function notionalOf(
  services: CustomerServices,
  productId: ProductId,
  amount: bigint,
  decimals: number,
): WireNumber {
  const notional = services.positions.notionalProduct();
  const rate = services.sequencer.engine.referencePrice(productId);
  if (!notional || rate === null) return zero;
  return decimal(divideDown(amount * rate, unitOf(decimals)), notional.decimals);
}

function providerOf(providers: readonly Provider[], providerId: number): Provider | undefined {
  return providers.find((provider) => provider.providerId === providerId);
}
