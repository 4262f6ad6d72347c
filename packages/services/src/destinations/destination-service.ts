/**
 * Saved destinations: a wallet address or a bank account that a customer pays out to repeatedly.
 *
 * A new one is checked like the receiver of a withdrawal and confirmed by a mailed link. Whether payments to it are delayed
 * is decided by the acceptance of each withdrawal.
 */
import { randomUUID } from 'node:crypto';
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { AccountId, Result, SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { countDestinations, lockDestinations } from '@salar/store/tables/tickets/destinations';
import type { Notifier } from '../ports/notifier.ts';
import { SecurityLog } from '../accounts/security-log.ts';
import { checkPaymentCode } from '../second-factor/payment-code.ts';
import type { PaymentCodeContext } from '../second-factor/payment-code.ts';
import { createMailedCode } from '../crypto/mailed-codes.ts';
import { hashSecret } from '../crypto/tokens.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { ChainAccess } from '../tickets/chain-access.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { MailedCodeState } from '../tickets/ticket-requests.ts';
import { shownName } from './destination-name.ts';
import type { DestinationRecords, DestinationState } from './destination-records.ts';
import type { CreateDestination, CreateDestinationRefusal, Destination } from './destination-types.ts';
import { readReceiver } from './destination-receiver.ts';

/** The most destinations of one account, over all products. */
export const destinationsMax = 50;
/** How long the mailed link works (security rule E1). */
export const destinationCodeTtlMs = 24 * 60 * 60_000;

export type DestinationServiceOptions = PaymentCodeContext & {
  readonly database: Database;
  readonly records: DestinationRecords;
  readonly ledger: LedgerPort;
  readonly providers: readonly TicketProvider[];
  readonly chainAccess: () => ChainAccess;
  readonly notifier: Notifier;
  readonly clock: () => number;
};

export class DestinationService {
  readonly #options: DestinationServiceOptions;
  readonly #securityLog: SecurityLog;

  constructor(options: DestinationServiceOptions) {
    const { database, notifier, clock } = options;
    this.#options = options;
    this.#securityLog = new SecurityLog({ database, notifier, now: clock });
  }

  /** Lists destinations, oldest first. */
  async list(accountId: AccountId): Promise<readonly Destination[]> {
    const { database, records } = this.#options;
    return (await records.list(database, accountId)).map(toDestination);
  }

  /**
   * Saves a destination and mails the link that confirms it; a saved but unconfirmed one is mailed again, under the name
   * given last. `field` names the bank field that is missing or wrong.
   */
  async create(
    request: CreateDestination,
  ): Promise<Result<Destination, CreateDestinationRefusal> & { readonly field?: string }> {
    const { database, records, clock } = this.#options;
    const receiver = await readReceiver(request, this.#options);
    if (!receiver.ok) return receiver;
    const { userId, accountId, productId, name, paymentCode, requestIp } = request;
    const person = await checkPaymentCode(this.#options, { userId, paymentCode, isExempt: false });
    if (!person.ok) return person;
    const { provider, identifier } = receiver.value;
    const at = millis(clock());
    const { code, codeHash, expiresAt } = createMailedCode(at, destinationCodeTtlMs);
    const row: DestinationState = {
      id: randomUUID(),
      userId,
      accountId,
      productId,
      templateType: provider.withdrawTemplate,
      name,
      identifier,
      codeHash,
      codeExpiresAt: expiresAt,
      verifiedAt: null,
      createdAt: at,
    };
    return database.transaction(async (tx) => {
      await lockDestinations(tx, accountId);
      const same = await records.takeSame(tx, row);
      if (same?.verifiedAt === null) {
        const renewed = { ...same, name, codeHash, codeExpiresAt: expiresAt };
        await records.update(tx, renewed);
        await this.#mail(tx, renewed, provider, code);
        await this.#record(tx, 'destination_mailed_again', { ...renewed, requestIp });
        await request.onSaved?.(tx, toDestination(renewed));
        return accept(toDestination(renewed));
      }
      if ((await countDestinations(tx, accountId)) >= destinationsMax) return refuse('too_many_destinations');
      if (!(await records.insert(tx, row))) return refuse('destination_exists');
      await this.#mail(tx, row, provider, code);
      await this.#record(tx, 'destination_saved', { ...row, requestIp });
      await request.onSaved?.(tx, toDestination(row));
      return accept(toDestination(row));
    });
  }

  /** Confirms by the mailed code; confirming again is accepted. A given account or user must be the destination's own. */
  async confirm(request: {
    readonly code: string;
    readonly accountId?: AccountId;
    readonly userId?: UserId;
    readonly requestIp: string | null;
  }): Promise<Result<Destination, 'code_invalid'>> {
    const { database, records, clock } = this.#options;
    const codeHash = hashSecret(request.code);
    const found = await records.findByCode(database, codeHash);
    if (found === null) return refuse('code_invalid');
    if ((request.accountId ?? found.accountId) !== found.accountId) return refuse('code_invalid');
    if ((request.userId ?? found.userId) !== found.userId) return refuse('code_invalid');
    return database.transaction<Result<Destination, 'code_invalid'>>(async (tx) => {
      await lockDestinations(tx, found.accountId);
      const row = await records.findByCode(tx, codeHash);
      if (row === null) return refuse('code_invalid'); // removed, or mailed again, a moment ago
      if (row.verifiedAt !== null) return accept(toDestination(row));
      const at = millis(clock());
      if (row.codeExpiresAt <= at) return refuse('code_invalid');
      const confirmed = { ...row, verifiedAt: at };
      if (!(await records.update(tx, confirmed))) return refuse('code_invalid');
      await this.#record(tx, 'destination_confirmed', { ...row, requestIp: request.requestIp });
      return accept(toDestination(confirmed));
    });
  }

  /** Finds the destination that a mailed code belongs to, for its confirmation page. Changes nothing. */
  async review(request: {
    readonly code: string;
    readonly userId: UserId;
  }): Promise<
    Result<{ readonly destination: Destination; readonly state: MailedCodeState }, 'code_invalid'>
  > {
    const { database, records, clock } = this.#options;
    const row = await records.findByCode(database, hashSecret(request.code));
    if (row === null || row.userId !== request.userId) return refuse('code_invalid');
    const unverified = row.codeExpiresAt <= clock() ? 'expired' : 'open';
    return accept({
      destination: toDestination(row),
      state: row.verifiedAt === null ? unverified : 'confirmed',
    });
  }

  /** Returns null when the account has no such destination. */
  async find({
    accountId,
    id,
  }: {
    readonly accountId: AccountId;
    readonly id: string;
  }): Promise<Destination | null> {
    if (!guid.test(id)) return null;
    const { database, records } = this.#options;
    const row = await records.find(database, accountId, id);
    return row === null ? null : toDestination(row);
  }

  async remove(request: {
    readonly accountId: AccountId;
    readonly id: string;
    readonly requestIp: string | null;
  }): Promise<Result<null, 'destination_unknown'>> {
    const { accountId, id, requestIp } = request;
    if (!guid.test(id)) return refuse('destination_unknown');
    const { database, records } = this.#options;
    return database.transaction(async (tx) => {
      await lockDestinations(tx, accountId);
      const removed = await records.remove(tx, accountId, id);
      if (removed === null) return refuse('destination_unknown');
      await this.#record(tx, 'destination_removed', { ...removed, id, requestIp });
      return accept(null);
    });
  }

  async #record(
    tx: Queryable,
    action: SecurityAction,
    {
      userId,
      id,
      name,
      requestIp,
    }: {
      readonly userId: UserId;
      readonly id: string;
      readonly name: string;
      readonly requestIp: string | null;
    },
  ): Promise<void> {
    await this.#securityLog.record(tx, {
      user: { userId, email: await this.#findEmail(userId) },
      action,
      origin: { ip: requestIp ?? '', agent: null, device: null },
      object: shownName(name),
      detail: `destination/${id.toLowerCase()}`,
    });
  }

  async #findEmail(userId: UserId): Promise<string> {
    const email = await this.#options.customers.findEmail(userId);
    assert(email !== null, `customer ${userId} of a destination has an e-mail address`);
    return email;
  }

  async #mail(tx: Queryable, row: DestinationState, provider: TicketProvider, code: string): Promise<void> {
    const { ledger, notifier } = this.#options;
    const to = await this.#findEmail(row.userId);
    const product = ledger.undurable.product(row.productId);
    assert(product !== undefined, 'the product of a provider is defined');
    await notifier.enqueue(tx, {
      userId: row.userId,
      to,
      dedupKey: `destination:${row.id}:${hashSecret(code).toString('hex', 0, 8)}`,
      notification: {
        kind: 'confirm_destination',
        code,
        product: product.symbol,
        network: provider.displayName,
        templateType: row.templateType,
        destination: row.identifier,
        requestedAt: millis(row.codeExpiresAt - destinationCodeTtlMs),
      },
    });
  }
}

function toDestination(row: DestinationState): Destination {
  const { id, accountId, productId, templateType, name, identifier, verifiedAt, createdAt } = row;
  return { id, accountId, productId, templateType, name, identifier, verifiedAt, createdAt };
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
