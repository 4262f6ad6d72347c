/** Parses and checks a withdrawal request before anything is written: provider, amount, receiver. */
import { createHash } from 'node:crypto';
import { accept, assert, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { isRailAmount, railTemplates } from '@salar/protocol/bank-rails';
import type { Queryable } from '@salar/store';
import { ticketLevelMin } from '../deposits/deposit-service.ts';
import type { Destination } from '../destinations/destination-types.ts';
import type { DestinationService } from '../destinations/destination-service.ts';
import { parseFormText } from '../destinations/form-text.ts';
import type { FormFields } from '../destinations/form-text.ts';
import { readAddress } from '../destinations/receivers.ts';
import type { ChainAccess } from '../tickets/chain-access.ts';
import type { LedgerPort, LedgerView } from '../ports/ledger-port.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { CreateWithdrawal, CreateWithdrawalRefusal } from '../tickets/ticket-requests.ts';
import { readWithdrawalForm } from './withdrawal-template.ts';

export type CheckedRequest = {
  readonly provider: TicketProvider;
  /** Address or canonical JSON text: the receiver of the payment, covered by the MAC. */
  readonly destination: string;
  readonly formText: string;
};
export type RequestRefusal = {
  readonly ok: false;
  readonly refusal: CreateWithdrawalRefusal;
  /** The form field that is missing or wrong. */
  readonly field?: string;
};
export type RequestContext = {
  readonly database: Queryable;
  readonly ledger: Pick<LedgerPort, 'read'>;
  readonly providers: readonly TicketProvider[];
  readonly destinations: Pick<DestinationService, 'find' | 'list'>;
  readonly chainAccess: () => ChainAccess;
};

/** Hashes the whole request, to distinguish a repeat from another request under the same key. */
export function hashBody(request: CreateWithdrawal): Buffer {
  const { accountId, productId, providerId = null, templateType = null, amount, templateForm } = request;
  const { passkeyResponse } = request;
  const body = [accountId, productId, providerId, templateType, String(amount), templateForm];
  if (passkeyResponse !== undefined) body.push(passkeyResponse);
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

/** Checks a request in the order of `CreateWithdrawalRefusal`, up to what only the ledger can refuse. */
export async function checkRequest(
  request: CreateWithdrawal,
  context: RequestContext,
): Promise<{ readonly ok: true; readonly value: CheckedRequest } | RequestRefusal> {
  const fields = parseFormText(request.templateForm);
  if (fields === null) return refuse('form_malformed');
  const saved = await findSavedDestination(fields, request, context);
  if (!saved.ok) return saved;
  const provider = findRequestProvider(request, fields, saved.value, context.providers);
  if (!provider.ok) return provider;
  const terms = await context.ledger.read((view) => checkTerms(request, provider.value, view));
  if (!terms.ok) return terms;
  const receiver =
    saved.value === null ? accept(fields) : addSavedReceiver(fields, saved.value, provider.value);
  if (!receiver.ok) return receiver;
  const form = readWithdrawalForm(receiver.value, provider.value);
  if (!form.ok) return form;
  const destination = await readReceiver(form.value.receiver, provider.value, context);
  if (!destination.ok) return destination;
  if (request.isByKey === true && !(await isConfirmed(destination.value, request, provider.value, context)))
    return refuse('destination_not_saved');
  const funds = await context.ledger.read((view) => checkFunds(request, provider.value, view));
  if (!funds.ok) return funds;
  return accept({ provider: provider.value, destination: destination.value, formText: form.value.text });
}

/** Finds the saved destination that the form names, null when it names none. */
async function findSavedDestination(
  fields: FormFields,
  { accountId, productId }: CreateWithdrawal,
  { destinations }: RequestContext,
): Promise<Result<Destination | null, 'form_malformed' | 'destination_unknown'>> {
  const id = fields['AccountWithdrawInfoId'] ?? '';
  if (typeof id !== 'string') return refuse('form_malformed');
  if (id === '') return accept(null);
  const saved = await destinations.find({ accountId, id });
  return saved === null || saved.productId !== productId ? refuse('destination_unknown') : accept(saved);
}

/** Finds the provider. Provider, template, form and saved destination must match each other, whichever are named. */
function findRequestProvider(
  request: CreateWithdrawal,
  fields: FormFields,
  saved: Destination | null,
  providers: readonly TicketProvider[],
): Result<TicketProvider, 'provider_unknown' | 'template_unknown'> {
  const named = [request.templateType, fields['TemplateType'], saved?.templateType].filter(
    (name) => name !== undefined && name !== null && name !== '',
  );
  const candidates = providers.filter(({ productId }) => productId === request.productId);
  const provider =
    request.providerId === undefined
      ? (candidates.find(({ withdrawTemplate }) => withdrawTemplate === named[0]) ?? candidates[0])
      : candidates.find(({ providerId }) => providerId === request.providerId);
  if (provider === undefined) return refuse('provider_unknown');
  const fits = named.every((name) => name === provider.withdrawTemplate);
  return fits ? accept(provider) : refuse('template_unknown');
}

function checkTerms(
  { accountId, productId, amount }: CreateWithdrawal,
  provider: TicketProvider,
  view: LedgerView,
): Result<null, CreateWithdrawalRefusal> {
  const account = view.account(accountId);
  assert(account !== undefined, 'the account of a withdrawal was resolved by the gateway');
  const product = view.product(productId);
  assert(product !== undefined, 'the product of a provider is defined');
  if (account.locked) return refuse('account_locked');
  if (account.level < ticketLevelMin) return refuse('level_too_low');
  if (amount <= 0n) return refuse('amount_not_positive');
  if (amount < provider.withdrawMin) return refuse('amount_below_minimum');
  if (amount <= provider.withdrawFee) return refuse('net_not_positive');
  if (provider.kind === 'chain') return accept(null);
  const net = amount - provider.withdrawFee;
  if (!isRailAmount(railTemplates[provider.rail], net, product.decimals)) return refuse('amount_not_whole');
  if (provider.withdrawMax !== undefined && net > provider.withdrawMax) return refuse('amount_above_maximum');
  return accept(null);
}

/** Adds a saved receiver to the form. A receiver that the form contains must be the same. */
function addSavedReceiver(
  fields: FormFields,
  saved: Destination,
  provider: TicketProvider,
): { readonly ok: true; readonly value: FormFields } | RequestRefusal {
  const stored: FormFields =
    provider.kind === 'bank'
      ? (JSON.parse(saved.identifier) as FormFields)
      : { ExternalAddress: saved.identifier };
  const other = Object.entries(stored).find(
    ([name, value]) => ![undefined, null, '', value].includes(fields[name]),
  );
  if (other !== undefined) return { ok: false, refusal: 'field_malformed', field: other[0] };
  return accept({ ...stored, Comment: fields['Comment'] });
}

async function readReceiver(
  receiver: string,
  provider: TicketProvider,
  { database, chainAccess }: RequestContext,
): Promise<Result<string, CreateWithdrawalRefusal>> {
  return provider.kind === 'bank'
    ? accept(receiver)
    : readAddress(receiver, provider, { database, chainAccess: chainAccess() });
}

/** Returns true for a receiver that the account has saved for this template and confirmed by mail. */
async function isConfirmed(
  receiver: string,
  { accountId, productId }: CreateWithdrawal,
  { withdrawTemplate }: TicketProvider,
  { destinations }: RequestContext,
): Promise<boolean> {
  const saved = await destinations.list(accountId);
  return saved.some(
    (one) =>
      one.productId === productId &&
      one.templateType === withdrawTemplate &&
      one.identifier === receiver &&
      one.verifiedAt !== null,
  );
}

/** Checks what the ledger would refuse as well, so that no ticket is written in vain, and whether the provider is halted. */
function checkFunds(
  { accountId, productId, amount }: CreateWithdrawal,
  { providerId }: TicketProvider,
  view: LedgerView,
): Result<null, 'product_halted' | 'network_halted' | 'insufficient_funds'> {
  if (view.product(productId)?.halted === true) return refuse('product_halted');
  if (view.providerHalt(providerId).withdrawals) return refuse('network_halted');
  const { total, held } = view.position(accountId, productId);
  return total - held < amount ? refuse('insufficient_funds') : accept(null);
}
