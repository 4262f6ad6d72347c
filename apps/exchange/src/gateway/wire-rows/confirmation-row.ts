/** Builds what the page of a mailed link shows before its button. */
import type { EngineView } from '@salar/engine';
import { assert } from '@salar/protocol';
import { toRailLines, findRailTemplate } from '@salar/protocol/bank-rails';
import type { RailValues } from '@salar/protocol/bank-rails';
import { toWireDecimal, shape } from '@salar/protocol/wire';
import type { ShapeOf } from '@salar/protocol/wire';
import type { Destination } from '@salar/services/destinations/destination-types';
import type { MailedCodeState } from '@salar/services/tickets/ticket-requests';
import type { WithdrawTicket } from '@salar/services/tickets/ticket-types';
import type { CallServices } from '../call.ts';

const { list, nullable, number, object, text } = shape;

/** Once the code can no longer confirm, everything except `State` is null and the list is empty. */
export const confirmationShape = object({
  /** `Open`, `Confirmed`, `Expired` or `Ended`. */
  State: text,
  Product: nullable(text),
  /** Null for a saved destination, as are `Fee` and `Net`. */
  Amount: nullable(number),
  Fee: nullable(number),
  Net: nullable(number),
  Network: nullable(text),
  TemplateType: nullable(text),
  /** The whole address of a wallet; null for a bank account. */
  Address: nullable(text),
  /**
   * The fields of a bank account in the order of its form. `Code` is that of an option, null for text that the
   * customer entered.
   */
  BankFields: list(object({ Name: text, Value: text, Code: nullable(text) })),
});
export type WireConfirmation = ShapeOf<typeof confirmationShape>;

const stateNames = { open: 'Open', confirmed: 'Confirmed', expired: 'Expired', ended: 'Ended' } as const;

const closed: Omit<WireConfirmation, 'State'> = {
  Product: null,
  Amount: null,
  Fee: null,
  Net: null,
  Network: null,
  TemplateType: null,
  Address: null,
  BankFields: [],
};

export function toWithdrawConfirmationRow(
  { ticket, state }: { readonly ticket: WithdrawTicket; readonly state: MailedCodeState },
  services: CallServices<'transfers'>,
  view: EngineView,
): WireConfirmation {
  if (state !== 'open') return { State: stateNames[state], ...closed };
  const { productId, providerId, amount, fee, templateType, destination } = ticket;
  const { symbol, decimals } = findProduct(productId, view);
  const providers = services.transfers.withdrawals.listProviders(productId);
  return {
    State: 'Open',
    Product: symbol,
    Amount: toWireDecimal(amount, decimals),
    Fee: toWireDecimal(fee, decimals),
    Net: toWireDecimal(amount - fee, decimals),
    Network: providers.find((provider) => provider.providerId === providerId)?.displayName ?? null,
    ...toReceiverFields(templateType, destination),
  };
}

export function toDestinationConfirmationRow(
  { destination, state }: { readonly destination: Destination; readonly state: MailedCodeState },
  services: CallServices<'transfers'>,
  view: EngineView,
): WireConfirmation {
  if (state !== 'open') return { State: stateNames[state], ...closed };
  const { productId, templateType, identifier } = destination;
  const providers = services.transfers.withdrawals.listProviders(productId);
  return {
    ...closed,
    State: 'Open',
    Product: findProduct(productId, view).symbol,
    Network: providers.find(({ withdrawTemplate }) => withdrawTemplate === templateType)?.displayName ?? null,
    ...toReceiverFields(templateType, identifier),
  };
}

function toReceiverFields(
  templateType: string,
  destination: string,
): Pick<WireConfirmation, 'TemplateType' | 'Address' | 'BankFields'> {
  const template = findRailTemplate(templateType);
  if (template === null) return { TemplateType: templateType, Address: destination, BankFields: [] };
  const lines = toRailLines(template, JSON.parse(destination) as RailValues);
  return {
    TemplateType: templateType,
    Address: null,
    BankFields: lines.map(({ field, text: value, code }) => ({
      Name: field,
      Value: code === null ? maskTail(value) : value,
      Code: code,
    })),
  };
}

/** Hides all but the last four characters (product spec, section 9). */
function maskTail(value: string): string {
  return value.length > 4 ? `••••${value.slice(-4)}` : value;
}

function findProduct(productId: WithdrawTicket['productId'], view: EngineView) {
  const product = view.product(productId);
  assert(product !== undefined, 'the product of a withdrawal or a saved destination is defined');
  return product;
}
