/**
 * Withdrawals for the gateway: fee, form, request, confirmation, cancel, history.
 *
 * A request is a row first, then a hold in the ledger, then one transaction that arms the ticket and queues the mail. A crash
 * between them leaves a `New` ticket, which the worker takes through the same steps at the next start.
 */
import { randomUUID } from 'node:crypto';
import { accept, assert, formatAmount, millis, minor, refuse } from '@salar/protocol';
import type {
  AccountId,
  HoldWithdrawalRefusal,
  Minor,
  ProductId,
  Result,
  TicketId,
  UserId,
} from '@salar/protocol';
import type { SealedQueryable } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import {
  armWithdrawal,
  deleteNewWithdrawal,
  findWithdrawal,
  findWithdrawalByCode,
  findWithdrawalByRequest,
  insertWithdrawal,
  listWithdrawals,
  takeTicketNumber,
} from '@salar/store/tables/tickets/withdrawals';
import type { NewWithdrawal, WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import {
  findWithdrawalRequest,
  insertWithdrawalRequest,
} from '@salar/store/tables/tickets/withdrawal-requests';
import type { DestinationService } from '../destinations/destination-service.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { PriceTrust } from '../ports/price-trust.ts';
import type { ChainAccess } from '../tickets/chain-access.ts';
import { toChainId } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type {
  CreateWithdrawal,
  CreateWithdrawalRefusal,
  MailedCodeState,
  TicketClaim,
  TicketPage,
} from '../tickets/ticket-requests.ts';
import type { Provider, WithdrawTicket } from '../tickets/ticket-types.ts';
import { KeyedMutex } from '../background/keyed-mutex.ts';
import { checkPaymentCode } from '../second-factor/payment-code.ts';
import type { PaymentCodeContext, PaymentCodeRefusal } from '../second-factor/payment-code.ts';
import { computeCapNotional, getAutomaticLimits } from './acceptance.ts';
import type { AcceptancePolicy, AutomaticLimits } from './acceptance.ts';
import { createMailedCode } from '../crypto/mailed-codes.ts';
import { hashSecret } from '../crypto/tokens.ts';
import { isMac } from '../crypto/mac-keys.ts';
import { computeCodeMac, computeTicketMac } from '../crypto/ticket-macs.ts';
import { holdAboveLevel } from './level-holds.ts';
import { describeCustomer, describeWorker } from '../tickets/actors.ts';
import type { Credential } from '../tickets/actors.ts';
import { cancelableStates, confirmedStates, toWithdrawalState } from './transitions.ts';
import { checkNewest, isStatusProved, reportUnproved, sealMove, sealNew } from './withdrawal-moves.ts';
import {
  toUncheckedTerms,
  cancelUnpaid,
  toTicketTerms,
  moveByCustomer,
  findProvider,
  openKeyReason,
  toWithdrawTicket,
} from './withdrawal-steps.ts';
import type { StepContext } from './withdrawal-steps.ts';
import { hashBody, checkRequest } from './withdrawal-request.ts';
import type { CheckedRequest, RequestRefusal } from './withdrawal-request.ts';
import type {
  BeginSignatureRefusal,
  SignedTicket,
  SigningRequest,
  UnsignedTerms,
} from './signed-withdrawals.ts';
import { buildWithdrawalTemplate } from './withdrawal-template.ts';

/** How long the mailed link works. */
const confirmationTtlMs = 30 * 60_000;

export type WithdrawalServiceOptions = StepContext &
  PaymentCodeContext & {
    readonly ledger: LedgerPort;
    readonly policy: AcceptancePolicy;
    readonly priceTrust: PriceTrust;
    readonly chainAccess: () => ChainAccess;
    readonly destinations: Pick<DestinationService, 'find' | 'list'>;
    readonly notifier: Notifier;
    /** Called when a ticket is ready for the worker. */
    readonly wake: () => void;
  };

/**
 * The use of a signature with a passkey for a withdrawal: `none` can be given, it is `optional`, or it is `needed` for a payment
 * without waiting for people.
 */
export type SignatureUse = 'none' | 'optional' | 'needed';

/** The calls that the gateway makes; tests implement them without a database. */
export type WithdrawalCalls = Omit<Pick<WithdrawalService, keyof WithdrawalService>, 'holdAndMail'>;

export class WithdrawalService {
  readonly #options: WithdrawalServiceOptions;
  readonly #mutex = new KeyedMutex<string>();

  constructor(options: WithdrawalServiceOptions) {
    this.#options = options;
  }

  /** Which withdrawals are accepted automatically, and which wait. */
  get policy(): AcceptancePolicy {
    return this.#options.policy;
  }

  /** Returns up to what a customer's withdrawals are accepted automatically without a passkey. */
  async findAutomaticLimits(userId: UserId): Promise<AutomaticLimits> {
    const { policy, codes } = this.#options;
    return getAutomaticLimits(policy, { isSigned: false, hasSecondFactor: await codes.isOn(userId) });
  }

  listProviders(productId: ProductId): readonly Provider[] {
    return this.#options.providers.filter((provider) => provider.productId === productId);
  }

  /** Returns field names with null, "" or a default as value; null when there is no such template. */
  template(request: {
    readonly productId: ProductId;
    readonly providerId?: number;
    readonly templateType?: string;
  }): Readonly<Record<string, unknown>> | null {
    const provider = this.#findProvider(request);
    const isTemplate =
      provider !== undefined &&
      (request.templateType === undefined || provider.withdrawTemplate === request.templateType);
    return isTemplate ? buildWithdrawalTemplate(provider) : null;
  }

  quoteFee(request: {
    readonly productId: ProductId;
    readonly providerId?: number;
    readonly amount: Minor;
  }): Result<Minor, 'provider_unknown'> {
    const provider = this.#findProvider(request);
    return provider === undefined ? refuse('provider_unknown') : accept(provider.withdrawFee);
  }

  /** Returns what a signature with a passkey does for a withdrawal. */
  async findSignatureUse(request: {
    readonly userId: UserId;
    readonly productId: ProductId;
    readonly providerId?: number;
    readonly amount: Minor;
  }): Promise<SignatureUse> {
    const { signedWithdrawals, ledger, policy } = this.#options;
    const provider = this.#findProvider(request);
    if (signedWithdrawals === null || provider === undefined) return 'none';
    const { productId, amount } = request;
    const asset = { productId, chainId: toChainId(provider) };
    if (!signedWithdrawals.hasEffect(asset)) return 'none';
    if (signedWithdrawals.isNeeded(asset, amount - provider.withdrawFee)) return 'needed';
    const price = await ledger.read((view) => view.referencePrice(productId));
    if (price === null) return 'optional';
    const notional = computeCapNotional(this.#options, { productId, amount }, price);
    const { perTicket } = await this.findAutomaticLimits(request.userId);
    const isBetween = notional > perTicket && notional <= policy.autoAcceptSigned.perTicket;
    return isBetween ? 'needed' : 'optional';
  }

  /** Checks a withdrawal and reserves its ticket, for its customer to sign with a passkey. Nothing is held. */
  async beginSignature(
    request: CreateWithdrawal,
  ): Promise<
    | { readonly ok: true; readonly value: SigningRequest }
    | RequestRefusal
    | { readonly ok: false; readonly refusal: BeginSignatureRefusal }
  > {
    const checked = await checkRequest(request, this.#options);
    if (!checked.ok) return checked;
    const { signedWithdrawals } = this.#options;
    if (signedWithdrawals === null) return refuse('signature_without_effect');
    return signedWithdrawals.begin(toUnsignedTerms(request, checked.value));
  }

  /** Holds the funds and sends the confirmation mail. `field` names the form field that is missing or wrong. */
  async create(
    request: CreateWithdrawal,
  ): Promise<{ readonly ok: true; readonly value: WithdrawTicket } | RequestRefusal> {
    const { requestKey } = request;
    if (requestKey === undefined) return this.#createNew(request);
    const mutexKey = JSON.stringify([request.userId, requestKey]);
    return this.#mutex.run(mutexKey, () => this.#createOnce(request, requestKey));
  }

  /** One key is one ticket: a repeat gets it, and continues where a crash or an outage interrupted it. */
  async #createOnce(
    request: CreateWithdrawal,
    requestKey: string,
  ): Promise<{ readonly ok: true; readonly value: WithdrawTicket } | RequestRefusal> {
    const { database } = this.#options;
    const { userId } = request;
    const bodyHash = hashBody(request);
    const earlier = await findWithdrawalRequest(database, { userId, key: requestKey, bodyHash });
    if (earlier === null) return this.#createNew(request);
    if (!earlier.isSame) return refuse('request_key_reused');
    const row = await findWithdrawal(database, earlier.ticketId);
    if (row === null) return this.#createNew(request);
    const armed = row.status === 'New' ? await this.holdAndMail(row, describe(request)) : accept(row);
    return armed.ok ? accept(toWithdrawTicket(armed.value)) : armed;
  }

  async #createNew(
    request: CreateWithdrawal,
  ): Promise<{ readonly ok: true; readonly value: WithdrawTicket } | RequestRefusal> {
    const checked = await checkRequest(request, this.#options);
    if (!checked.ok) return checked;
    const person = await this.#checkPerson(request);
    if (!person.ok) return person;
    const signed = await this.#checkSignature(request, checked.value);
    if (!signed.ok) return signed;
    const row = await this.#write(request, checked.value, signed.value);
    if (!row.ok) return row;
    const armed = await this.holdAndMail(row.value, describe(request));
    return armed.ok ? accept(toWithdrawTicket(armed.value)) : armed;
  }

  /** Requires a code of a customer with a second factor. No person sends a key's requests, which have bounds of their own. */
  async #checkPerson(request: CreateWithdrawal): Promise<Result<null, PaymentCodeRefusal>> {
    const { signedWithdrawals } = this.#options;
    const { userId, paymentCode, passkeyResponse, isByKey = false } = request;
    const isSigned =
      passkeyResponse !== undefined &&
      signedWithdrawals !== null &&
      (await signedWithdrawals.replacesCode(userId, passkeyResponse));
    return checkPaymentCode(this.#options, { userId, paymentCode, isExempt: isByKey || isSigned });
  }

  /** Returns null for a request without a signature. */
  async #checkSignature(
    request: CreateWithdrawal,
    checked: CheckedRequest,
  ): Promise<Result<SignedTicket | null, CreateWithdrawalRefusal>> {
    const { signedWithdrawals } = this.#options;
    const { passkeyResponse } = request;
    if (passkeyResponse === undefined) return accept(null);
    if (signedWithdrawals === null) return refuse('signature_expired'); // none was begun
    return signedWithdrawals.check(toUnsignedTerms(request, checked), passkeyResponse);
  }

  async #write(
    request: CreateWithdrawal,
    checked: CheckedRequest,
    signed: SignedTicket | null,
  ): Promise<Result<NewWithdrawal, 'signature_expired'>> {
    const { database, clock, ticketMacKey, onStep, signedWithdrawals } = this.#options;
    const by = describe(request);
    const { provider, formText } = checked;
    const { userId, requestKey, requestIp } = request;
    const unsigned = toUnsignedTerms(request, checked);
    const terms = toUncheckedTerms(
      {
        ...unsigned,
        ticketId: signed?.ticketId ?? (await takeTicketNumber(database)),
        requestCode: signed?.requestCode ?? randomUUID(),
        providerId: provider.providerId,
        createdAt: millis(clock()),
      },
      unsigned.chainId,
    );
    const mac = computeTicketMac(ticketMacKey, terms);
    const templateType = provider.withdrawTemplate;
    const row: NewWithdrawal = { ...terms, templateType, templateForm: formText, mac, requestIp };
    const isWritten = await database.transaction(async (tx) => {
      const written = { ...row, ...(request.isByOpenKey === true && { rejectReason: openKeyReason }) };
      const transition = sealNew({ ticketMacKey, by }, written);
      const insertTicket = () => insertWithdrawal(tx, { ...written, transition });
      if (signed === null) await insertTicket();
      else if ((await signedWithdrawals?.store(tx, signed, insertTicket)) !== true) return false;
      if (requestKey === undefined) return true;
      const bodyHash = hashBody(request);
      await insertWithdrawalRequest(tx, { userId, key: requestKey, bodyHash, ticketId: row.ticketId });
      return true;
    });
    if (!isWritten) return refuse('signature_expired'); // used by a concurrent request
    onStep?.('ticket_written', row.ticketId);
    return accept(row);
  }

  /**
   * Takes a `New` ticket through its hold and its mail. Repeating it is harmless: the hold is keyed by the ticket, only one
   * caller arms it, and callers of one ticket wait for each other, so that a hold is submitted only once, even if the ledger
   * refuses it.
   *
   * @param by  who requests it, or continues it after a crash
   */
  async holdAndMail(row: NewWithdrawal, by: string): Promise<Result<WithdrawalRow, CreateWithdrawalRefusal>> {
    return this.#mutex.run(`ticket ${row.ticketId}`, () => this.#holdAndMail(row, by));
  }

  async #holdAndMail(
    row: NewWithdrawal,
    by: string,
  ): Promise<Result<WithdrawalRow, CreateWithdrawalRefusal>> {
    const { ledger, database, providers, onStep } = this.#options;
    const { ticketId, accountId, productId, amount, fee } = row;
    const known = await findWithdrawal(database, ticketId);
    if (known === null) return refuse('request_interrupted');
    if (known.status !== 'New') return accept(known);
    // A row that somebody else wrote or changed holds nobody's money.
    toTicketTerms(this.#options, row, toChainId(findProvider(providers, row)));
    assert(
      await isStatusProved(this.#options, known),
      `who requested withdraw ticket ${ticketId} is proved by a valid MAC`,
    );
    const held = await ledger.submit({ type: 'HoldWithdrawal', ticketId, accountId, productId, amount, fee });
    if (!held.ok) {
      await deleteNewWithdrawal(database, ticketId);
      return refuse(toRequestRefusal(held.refusal));
    }
    onStep?.('hold_placed', ticketId);
    const armed = await this.#armAndMail(known, by);
    onStep?.('mail_queued', ticketId);
    return accept(armed);
  }

  /** Confirms by the mailed code: Pending2Fa to Confirmed2Fa and on. Confirming again after success is accepted. */
  async confirm(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly requestIp?: string | null;
  }): Promise<Result<WithdrawTicket, 'code_invalid'>> {
    const { clock, providers, onStep, wake } = this.#options;
    const { requestIp = null } = request;
    const row = await this.#findByCode(request.code);
    if (row === null || row.userId !== request.userId) return refuse('code_invalid');
    if (confirmedStates.includes(toWithdrawalState(row.status))) return accept(toWithdrawTicket(row));
    if (row.codeExpiresAt === null || row.codeExpiresAt <= clock()) return refuse('code_invalid');
    toTicketTerms(this.#options, row, toChainId(findProvider(providers, row)));
    const checked = await checkNewest(this.#options, row);
    if (!checked.isProved) {
      reportUnproved(this.#options, checked.row);
      return refuse('code_invalid');
    }
    const by = describeCustomer(row.userId, { kind: 'mailed code' });
    const moved = await moveByCustomer({ ...this.#options, by }, row.ticketId, 'Confirmed2Fa', { requestIp });
    if (moved === null) return this.#confirmedMeanwhile(row.ticketId, request);
    onStep?.('confirmed', row.ticketId);
    wake();
    return accept(toWithdrawTicket(moved));
  }

  /** Finds the withdrawal that a mailed code belongs to, for its confirmation page. Changes nothing. */
  async review(request: {
    readonly userId: UserId;
    readonly code: string;
  }): Promise<Result<{ ticket: WithdrawTicket; state: MailedCodeState }, 'code_invalid'>> {
    const { clock } = this.#options;
    const row = await this.#findByCode(request.code);
    if (row === null || row.userId !== request.userId) return refuse('code_invalid');
    return accept({ ticket: toWithdrawTicket(row), state: findCodeState(row, clock()) });
  }

  async cancel(request: {
    readonly accountId: AccountId;
    readonly requestCode: string;
    readonly requestIp?: string | null;
    readonly credential?: Credential;
  }): Promise<Result<WithdrawTicket, 'ticket_unknown' | 'ticket_already_processed'>> {
    const row = await findWithdrawalByRequest(this.#options.database, request.accountId, request.requestCode);
    if (row === null) return refuse('ticket_unknown');
    if (!cancelableStates.includes(toWithdrawalState(row.status))) return refuse('ticket_already_processed');
    const by = describeCustomer(row.userId, request.credential ?? null);
    const ended = await cancelUnpaid({ ...this.#options, by }, row, request.requestIp ?? null);
    return ended === null ? refuse('ticket_already_processed') : accept(toWithdrawTicket(ended));
  }

  /** Leaves withdrawals that the level of an account does not allow any more to operators. @returns how many */
  async holdAboveLevel(accountId: AccountId): Promise<number> {
    return holdAboveLevel({ ...this.#options, by: describeWorker('levels') }, accountId);
  }

  /** Lists tickets, newest first. */
  async list(page: TicketPage): Promise<readonly WithdrawTicket[]> {
    return (await listWithdrawals(this.#options.database, page)).map(toWithdrawTicket);
  }

  /** Returns null when the account has no such ticket. */
  async find(claim: TicketClaim): Promise<WithdrawTicket | null> {
    const { database } = this.#options;
    const row =
      'ticketId' in claim
        ? await findWithdrawal(database, claim.ticketId)
        : await findWithdrawalByRequest(database, claim.accountId, claim.requestCode);
    return toVisibleTicket(claim.accountId, row);
  }

  /** Finds the ticket that a mailed code belongs to, in any status; null unless the ticket is the account's own. */
  async findByCode(request: {
    readonly accountId: AccountId;
    readonly code: string;
  }): Promise<WithdrawTicket | null> {
    const row = await this.#findByCode(request.code);
    return toVisibleTicket(request.accountId, row);
  }

  #findProvider(request: {
    productId: ProductId;
    providerId?: number;
    templateType?: string;
  }): TicketProvider | undefined {
    const candidates = this.#options.providers.filter((provider) => provider.productId === request.productId);
    if (request.providerId !== undefined)
      return candidates.find((provider) => provider.providerId === request.providerId);
    return candidates.find((provider) => provider.withdrawTemplate === request.templateType) ?? candidates[0];
  }

  async #armAndMail(row: WithdrawalRow, by: string): Promise<WithdrawalRow> {
    const { database, clock, notifier, customers, ledger, providers } = this.#options;
    const to = await customers.findEmail(row.userId);
    assert(to !== null, `customer ${row.userId} of a withdrawal has an e-mail address`);
    const product = ledger.undurable.product(row.productId);
    assert(product !== undefined, 'the product of a withdrawal is defined');
    const text = (amount: bigint) => formatAmount(amount, product.decimals);
    return database.transaction(async (tx) => {
      const at = millis(clock());
      const { code, codeHash, expiresAt } = createMailedCode(at, confirmationTtlMs);
      const armed = await armWithdrawal(tx, {
        ticketId: row.ticketId,
        codeHash,
        codeMac: computeCodeMac(this.#options.ticketMacKey, {
          ticketId: row.ticketId,
          userId: row.userId,
          codeHash,
          expiresAt,
        }),
        codeExpiresAt: expiresAt,
        transition: sealMove({ ...this.#options, by, clock: () => at }, row, 'Pending2Fa'),
      });
      if (armed === null) return this.#armedElsewhere(tx, row.ticketId);
      const { userId, requestIp } = row;
      const object = `withdrawal ${row.ticketId}`;
      const detail = `${text(row.amount)} ${product.symbol}`;
      await insertAudit(tx, {
        at,
        userId,
        requestIp,
        action: 'withdrawal_requested',
        object,
        detail,
      });
      await notifier.enqueue(tx, {
        userId: row.userId,
        to,
        dedupKey: `withdrawal:${row.ticketId}`,
        notification: {
          kind: 'confirm_withdrawal',
          code,
          amount: text(row.amount),
          fee: text(row.fee),
          net: text(minor(row.amount - row.fee)),
          product: product.symbol,
          network: findProvider(providers, row).displayName,
          destination: row.destination,
          templateType: row.templateType,
          requestedAt: row.createdAt,
        },
      });
      return armed;
    });
  }

  /** Finds the ticket of a mailed code; null when the code was written into the database by somebody else. */
  async #findByCode(code: string): Promise<WithdrawalRow | null> {
    const { database, ticketMacKey, log } = this.#options;
    const codeHash = hashSecret(code);
    const row = await findWithdrawalByCode(database, codeHash);
    if (row === null) return null;
    const { ticketId, userId, codeMac, codeExpiresAt } = row;
    const expected = { ticketId, userId, codeHash, expiresAt: codeExpiresAt ?? 0 };
    if (codeMac !== null && isMac(ticketMacKey, codeMac, (key) => computeCodeMac(key, expected))) return row;
    log.error({ ticketId }, 'ALERT: the code of a withdrawal was changed in the database, and is refused');
    return null;
  }

  /** Handles a race of the worker's healing and a slow request: the first has sent the mail, the second finds its row. */
  async #armedElsewhere(tx: SealedQueryable, ticketId: TicketId): Promise<WithdrawalRow> {
    const row = await findWithdrawal(tx, ticketId);
    assert(row !== null && row.status !== 'New', `withdraw ticket ${ticketId} was armed by another caller`);
    return row;
  }

  /** Handles concurrent confirmations, or a ticket that has just ended: the row decides. */
  async #confirmedMeanwhile(
    ticketId: TicketId,
    request: { code: string },
  ): Promise<Result<WithdrawTicket, 'code_invalid'>> {
    const row = await this.#findByCode(request.code);
    const isConfirmed =
      row !== null && row.ticketId === ticketId && confirmedStates.includes(toWithdrawalState(row.status));
    return isConfirmed ? accept(toWithdrawTicket(row)) : refuse('code_invalid');
  }
}

function describe({ userId, credential }: CreateWithdrawal): string {
  return describeCustomer(userId, credential ?? null);
}

function toUnsignedTerms(
  { userId, accountId, productId, amount }: CreateWithdrawal,
  { provider, destination }: CheckedRequest,
): UnsignedTerms {
  const chainId = toChainId(provider);
  return { userId, accountId, productId, chainId, destination, amount, fee: provider.withdrawFee };
}

/** Returns a ticket of the account itself that customers may see; null for any other. */
function toVisibleTicket(accountId: AccountId, row: WithdrawalRow | null): WithdrawTicket | null {
  return row === null || row.accountId !== accountId || row.status === 'New' ? null : toWithdrawTicket(row);
}

/** Finds the state of the mailed code of a withdrawal at `now`, in milliseconds of the epoch. */
function findCodeState(row: WithdrawalRow, now: number): MailedCodeState {
  const state = toWithdrawalState(row.status);
  if (confirmedStates.includes(state)) return 'confirmed';
  if (state === 'Expired') return 'expired';
  if (state !== 'Pending2Fa') return 'ended';
  return row.codeExpiresAt === null || row.codeExpiresAt <= now ? 'expired' : 'open';
}

function toRequestRefusal(refusal: HoldWithdrawalRefusal): CreateWithdrawalRefusal {
  assert(
    refusal !== 'account_unknown' && refusal !== 'product_unknown' && refusal !== 'ticket_reused',
    `a hold is not refused with ${refusal}: the request was checked for it`,
  );
  return refusal;
}
