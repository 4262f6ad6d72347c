/** Reads what operators type, and formats what they are shown. */
import { divideUp, formatAmount, minor, parseAmount, ticketId, computeUnit } from '@salar/protocol';
import type { Minor, ProductId } from '@salar/protocol';
import { toRailLines, railTemplates } from '@salar/protocol/bank-rails';
import type { RailValues } from '@salar/protocol/bank-rails';
import type { Instrument, Product, ProductDefinition } from '@salar/engine';
import type { User } from '@salar/store/tables/customers/users';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import type { BankProvider, TicketProvider } from '../tickets/networks.ts';
import type { ActContext, ActDetails, ActRefused } from './act.ts';
import { refuseAct } from './act.ts';
import { spellAmount } from './spell-amount.ts';

type Found<T> = { readonly ok: true; readonly value: T };

/** Parses an id, a whole number of at least 1; null for anything else. */
export function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

export async function readWithdrawal(
  context: ActContext,
  text: string,
): Promise<Found<WithdrawalRow> | ActRefused> {
  const id = readId(text);
  if (id === null) return refuseAct('params_wrong', `a ticket is a number, not ${text}`);
  const row = await findWithdrawal(context.database, ticketId(id));
  if (row === null || row.status === 'New') return refuseAct('not_found', `there is no withdrawal ${id}`);
  return { ok: true, value: row };
}

export async function readCustomer(context: ActContext, text: string): Promise<Found<User> | ActRefused> {
  const login = { userNameKey: toUserNameKey(text), emailKey: toEmailKey(text) };
  const user = await context.customers.findByLogin(context.database, login);
  if (user === null) return refuseAct('not_found', `there is no customer ${text}`);
  if (!user.isAccountOpen) return refuseAct('not_possible', `the account of ${text} is not open yet`);
  return { ok: true, value: user };
}

export async function readProduct(context: ActContext, text: string): Promise<Found<Product> | ActRefused> {
  const symbol = text.toUpperCase();
  const products = await context.ledger.read((view) => view.products());
  const product = products.find((candidate) => candidate.symbol === symbol);
  if (product !== undefined) return { ok: true, value: product };
  return refuseAct(
    'not_found',
    `there is no product ${text}: ${products.map((one) => one.symbol).join(', ')}`,
  );
}

export async function readInstrument(
  context: ActContext,
  text: string,
): Promise<Found<Instrument> | ActRefused> {
  const symbol = text.toUpperCase();
  const instruments = await context.ledger.read((view) => view.instruments());
  const instrument = instruments.find((candidate) => candidate.symbol === symbol);
  if (instrument !== undefined) return { ok: true, value: instrument };
  return refuseAct(
    'not_found',
    `there is no market ${text}: ${instruments.map((one) => one.symbol).join(', ')}`,
  );
}

export function readBankProvider(context: ActContext, text: string): Found<BankProvider> | ActRefused {
  const banks = bankProviders(context);
  const provider = banks.find((candidate) => candidate.name === text.toUpperCase());
  if (provider !== undefined) return { ok: true, value: provider };
  return refuseAct(
    'not_found',
    `there is no bank provider ${text}: ${banks.map((bank) => bank.name).join(', ')}`,
  );
}

export function bankProviders({ providers }: Pick<ActContext, 'providers'>): readonly BankProvider[] {
  return providers.filter((provider): provider is BankProvider => provider.kind === 'bank');
}

/** Parses an amount above zero in the product's own decimals; nothing is rounded. */
export function readAmount(text: string, product: ProductDefinition): Found<Minor> | ActRefused {
  const amount = parseAmount(text, product.decimals);
  if (!amount.ok)
    return refuseAct(
      'amount_wrong',
      amount.refusal === 'amount_too_precise'
        ? `${text} is too precise: ${product.symbol} has ${product.decimals} decimals`
        : `${text} is not an amount: write it as 1234.56`,
    );
  if (amount.value === 0n) return refuseAct('amount_wrong', 'the amount must be above zero');
  return amount;
}

/** Formats an amount as `1234.5 COP`. */
export function formatProductAmount(context: ActContext, productId: ProductId, amount: bigint): string {
  const product = findProduct(context, productId);
  return `${formatAmount(amount, product.decimals)} ${product.symbol}`;
}

/** Spells an amount out: `one thousand two hundred thirty-four point five COP (Colombian peso)`. */
export function spellProductAmount(context: ActContext, productId: ProductId, amount: bigint): string {
  const { decimals, symbol, name } = findProduct(context, productId);
  return `${spellAmount(amount, decimals)} ${symbol} (${name})`;
}

export function findProduct({ ledger }: Pick<ActContext, 'ledger'>, productId: ProductId): ProductDefinition {
  const product = ledger.undurable.product(productId);
  if (product === undefined) throw new Error(`product ${productId} of a row is defined`);
  return product;
}

/**
 * Computes the value of an amount in minor units of the notional product, rounded up; null without a reference price that is trusted.
 * It counts against limits: where the median of the day is higher than the present price, the value is by the median.
 */
export async function computeWorth(
  context: ActContext,
  productId: ProductId,
  amount: bigint,
): Promise<Minor | null> {
  if (context.prices.judge(productId) !== 'trusted') return null;
  const price = await context.ledger.read((view) => view.referencePrice(productId));
  if (price === null) return null;
  const capPrice = context.prices.findCapPrice(productId, price);
  return minor(divideUp(amount * capPrice, computeUnit(findProduct(context, productId).decimals)));
}

/** Decimals of the notional product, in which values are expressed (product spec, section 6). */
export const notionalDecimals = 2;

export function formatWorth(value: Minor | null): string {
  return value === null
    ? 'unknown: it has no reference price that is trusted'
    : `${formatAmount(value, notionalDecimals)} COP`;
}

export function findProvider(
  { providers }: Pick<ActContext, 'providers'>,
  providerId: number,
): TicketProvider {
  const provider = providers.find((candidate) => candidate.providerId === providerId);
  if (provider === undefined) throw new Error(`provider ${providerId} of a row exists`);
  return provider;
}

/** Formats a time in UTC, the same for every reader. */
export function formatTime(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Describes the bank account of a withdrawal: every field, with its option names; null when an address is paid. */
export function describeBankAccount(context: ActContext, row: WithdrawalRow): ActDetails | null {
  const provider = findProvider(context, row.providerId);
  if (provider.kind === 'chain') return null;
  const lines = toRailLines(railTemplates[provider.rail], JSON.parse(row.destination) as RailValues);
  return Object.fromEntries(
    lines.map(({ field, text, code }) => [`to ${field}`, code === null ? text : `${text} (${code})`]),
  );
}
