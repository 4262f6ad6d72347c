/** Converts deposit and withdraw tickets, their templates and providers to the wire format. */
import type { EngineView, Product } from '@salar/engine';
import { assert } from '@salar/protocol';
import { toWireDecimal, formatIso, toWireTicks, zero } from '@salar/protocol/wire';
import type {
  WireDeposit,
  WireDepositTemplate,
  WireDepositTicket,
  WireTicketComment,
  WireWithdrawal,
  WireWithdrawTicket,
} from '@salar/protocol/wire';
import type { AccountId, ProductId } from '@salar/protocol';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import type { TicketComment } from '@salar/services/tickets/ticket-comments';
import type { DepositTicket, Provider, WithdrawTicket } from '@salar/services/tickets/ticket-types';
import type { User } from '@salar/store/tables/customers/users';
import type { CallServices } from '../call.ts';
import { productTypeNames } from './catalog-rows.ts';
import { computeNotional } from './notional.ts';

type TicketServices = CallServices<'transfers'>;
type ProviderRowContext = { readonly services: TicketServices; readonly view: EngineView };
/** Holds the inputs of a ticket's row: its owner, the providers, and the engine's products and prices. */
export type TicketRowContext = ProviderRowContext & { readonly user: User };

/** Converts a deposit. Clients read unconfirmed deposits as Pending; the other statuses are the wire's own. */
export function toDepositTicketRow(
  ticket: DepositTicket,
  context: TicketRowContext,
  comments: readonly TicketComment[] = [],
): WireDepositTicket {
  const { user, services, view } = context;
  return {
    ...toTicketStart(ticket, user, view),
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
    DepositInfo: formatDepositInfo(ticket, services),
    RejectReason: ticket.rejectReason,
    CreatedTimestamp: formatIso(ticket.createdAt),
    LastUpdateTimeStamp: formatIso(ticket.updatedAt),
    CreatedTimestampTick: toWireTicks(ticket.createdAt),
    LastUpdateTimeStampTick: toWireTicks(ticket.updatedAt),
    Comments: toCommentRows(ticket, comments),
    Attachments: [],
  };
}

export function toWithdrawTicketRow(
  ticket: WithdrawTicket,
  context: TicketRowContext,
  comments: readonly TicketComment[] = [],
): WireWithdrawTicket {
  const { user, services, view } = context;
  const { decimals } = findProduct(ticket.productId, view);
  return {
    ...toTicketStart(ticket, user, view),
    TemplateForm: ticket.templateForm,
    TemplateFormType: ticket.templateType,
    RequestIP: ticket.requestIp,
    RequestUserId: ticket.userId,
    RequestUserName: user.userName,
    OperatorId: 1,
    Status: ticket.status,
    FeeAmt: toWireDecimal(ticket.fee, decimals),
    UpdatedByUser: 0,
    UpdatedByUserName: null,
    TicketNumber: ticket.ticketId,
    WithdrawTransactionDetails: formatTransactionDetails(ticket, services, view),
    RejectReason: ticket.rejectReason,
    CreatedTimestamp: formatIso(ticket.createdAt),
    LastUpdateTimestamp: formatIso(ticket.updatedAt),
    CreatedTimestampTick: toWireTicks(ticket.createdAt),
    LastUpdateTimestampTick: toWireTicks(ticket.updatedAt),
    Comments: toCommentRows(ticket, comments),
    Attachments: [],
    AuditLog: [],
  };
}

/** Converts tickets together with their comments. */
export async function toTicketRows<T extends DepositTicket | WithdrawTicket, Row>(
  tickets: readonly T[],
  user: User,
  services: TicketServices,
  row: (ticket: T, context: TicketRowContext, comments?: readonly TicketComment[]) => Row,
): Promise<readonly Row[]> {
  const comments = await services.transfers.ticketComments.listByTicket(
    tickets.map(({ requestCode }) => requestCode),
  );
  return services.engine.read((view) => {
    const context = { user, services, view };
    return tickets.map((ticket) => row(ticket, context, comments.get(ticket.requestCode)));
  });
}

function toCommentRows(
  { ticketId, requestCode }: DepositTicket | WithdrawTicket,
  comments: readonly TicketComment[],
): readonly WireTicketComment[] {
  return comments.map(({ commentId, userId, at, text }) => ({
    CommentId: commentId,
    EnteredBy: userId,
    EnteredDateTime: formatIso(at),
    EnteredDateTimeTick: toWireTicks(at),
    Comment: text,
    OperatorId: 1,
    OMSId: 1,
    TicketCode: requestCode,
    TicketId: ticketId,
  }));
}

/** Converts a credited deposit to the format of the oldest clients. */
export function toCreditedDepositRow(
  ticket: DepositTicket,
  { services, view }: ProviderRowContext,
): WireDeposit {
  const { decimals, kind } = findProduct(ticket.productId, view);
  return {
    OMSId: 1,
    DepositId: ticket.ticketId,
    AccountId: ticket.accountId,
    SubAccountId: 0,
    ProductId: ticket.productId,
    Amount: toWireDecimal(ticket.amount, decimals),
    LastUpdateTimeStamp: toWireTicks(ticket.updatedAt),
    ProductType: productTypeNames[kind],
    TicketStatus: ticket.status,
    DepositInfo: formatDepositInfo(ticket, services),
    DepositCode: ticket.requestCode,
    TicketNumber: ticket.ticketId,
    NotionalProductId: findNotionalProduct(view)?.productId ?? 0,
    NotionalValue: computeNotional(view, ticket.productId, ticket.amount, decimals),
    FeeAmount: zero,
  };
}

/** Converts a withdrawal to the format of the oldest clients, whose form also holds the transaction and the times. */
export function toWithdrawalRow(
  ticket: WithdrawTicket,
  { services, view }: ProviderRowContext,
): WireWithdrawal {
  const { decimals, kind } = findProduct(ticket.productId, view);
  const form = JSON.parse(ticket.templateForm) as Readonly<Record<string, unknown>>;
  const sent = { TxId: ticket.txId, TimeSubmitted: ticket.createdAt, LastUpdated: ticket.updatedAt };
  return {
    OMSId: 1,
    WithdrawId: ticket.ticketId,
    AssetManagerId: 1,
    AccountId: ticket.accountId,
    ProductId: ticket.productId,
    AssetId: ticket.productId,
    AssetType: productTypeNames[kind],
    Amount: toWireDecimal(ticket.amount, decimals),
    FeeAmount: toWireDecimal(ticket.fee, decimals),
    NotionalProductId: findNotionalProduct(view)?.productId ?? 0,
    NotionalValue: computeNotional(view, ticket.productId, ticket.amount, decimals),
    TemplateForm: writeNestedJson({ ...form, ...sent }),
    TemplateFormType: ticket.templateType,
    TicketStatus: ticket.status,
    TicketNumber: ticket.ticketId,
    WithdrawTransactionDetails: formatTransactionDetails(ticket, services, view),
    WithdrawType: productTypeNames[kind],
    WithdrawCode: ticket.requestCode,
    Reaccepted: false,
    LastUpdateTimeStamp: toWireTicks(ticket.updatedAt),
  };
}

/** Converts one deposit provider to a row of the template list. */
export function toDepositTypeRow(provider: Provider, view: EngineView) {
  return toTemplateTypeRow(provider, provider.depositTemplate, provider.depositMin, view);
}

/**
 * Returns the fields that a deposit through one provider requires: none. A wallet network continues with its address.
 */
export function toDepositTemplateRow(provider: Provider): WireDepositTemplate {
  const isWallet = provider.kind === 'chain';
  return {
    ProviderType: provider.name,
    Template: '{}',
    ProcessInfo: '',
    UseGetDepositWorkflow: isWallet,
    DepositWorkflow: isWallet ? 'CryptoWallet' : 'ManualDeposit',
  };
}

/** Converts one withdrawal provider to a row of the template list. */
export function toWithdrawTypeRow(provider: Provider, view: EngineView) {
  return toTemplateTypeRow(provider, provider.withdrawTemplate, provider.withdrawMin, view);
}

function toTemplateTypeRow(provider: Provider, templateName: string, amountMin: bigint, view: EngineView) {
  const decimals = view.product(provider.productId)?.decimals ?? 0;
  return {
    AccountProviderId: provider.providerId,
    TemplateName: templateName,
    AccountProviderName: provider.name,
    DisplayName: provider.displayName,
    TemplateType: templateName,
    MinimumAmount: toWireDecimal(amountMin, decimals),
    Confirmations: provider.confirmations,
  };
}

function formatDepositInfo(ticket: DepositTicket, services: TicketServices): string {
  const provider = findProvider(
    services.transfers.deposits.listProviders(ticket.productId),
    ticket.providerId,
  );
  return writeNestedJson({
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
  });
}

function formatTransactionDetails(
  ticket: WithdrawTicket,
  services: TicketServices,
  view: EngineView,
): string {
  const provider = findProvider(
    services.transfers.withdrawals.listProviders(ticket.productId),
    ticket.providerId,
  );
  const { decimals } = findProduct(ticket.productId, view);
  const isSent = ticket.txId !== null;
  return writeNestedJson({
    TxId: ticket.txId,
    ExternalAddress: ticket.destination,
    Amount: isSent ? toWireDecimal(ticket.amount - ticket.fee, decimals).text : '0',
    Confirmed: ticket.status === 'Confirmed' || ticket.status === 'FullyProcessed',
    LastUpdated: isSent ? formatIso(ticket.updatedAt) : null,
    TimeSubmitted: isSent ? formatIso(ticket.createdAt) : null,
    DelayedUntil: ticket.delayedUntil === null ? null : formatIso(ticket.delayedUntil),
    AccountProviderName: provider?.name ?? '',
    AccountProviderId: ticket.providerId,
    DisplayName: provider?.displayName ?? '',
  });
}

/**
 * Writes JSON text within JSON text, with a blank between key and value. ccxt puts quotes around numbers that
 * directly follow their key when an answer holds one beyond 2^53, and breaks the text around them.
 */
function writeNestedJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value, null, 1);
}

function findProduct(productId: ProductId, view: EngineView): Product {
  const product = view.product(productId);
  assert(product !== undefined, 'the product of a ticket is defined');
  return product;
}

function toTicketStart(
  ticket: {
    readonly accountId: AccountId;
    readonly productId: ProductId;
    readonly providerId: number;
    readonly amount: bigint;
    readonly requestCode: string;
  },
  user: User,
  view: EngineView,
) {
  const { decimals, symbol } = findProduct(ticket.productId, view);
  return {
    AssetManagerId: 1,
    AccountProviderId: ticket.providerId,
    AccountId: ticket.accountId,
    AssetId: ticket.productId,
    AccountName: user.userName,
    AssetName: symbol,
    Amount: toWireDecimal(ticket.amount, decimals),
    NotionalValue: computeNotional(view, ticket.productId, ticket.amount, decimals),
    NotionalProductId: findNotionalProduct(view)?.productId ?? 0,
    OMSId: 1,
    RequestCode: ticket.requestCode,
  };
}

function findProvider(providers: readonly Provider[], providerId: number): Provider | undefined {
  return providers.find((provider) => provider.providerId === providerId);
}
