/**
 * Withdrawals on every rail: each with its own idempotency key, some to saved destinations, confirmed by mail, some
 * canceled before that or at a random moment after it.
 */
import { pause } from './customers.ts';
import type { Customers } from './customers.ts';
import type { Withdrawal } from './ledger.ts';
import { newReceiver, rails, formatRailAmount } from './rails.ts';
import type { Rail, Receiver } from './rails.ts';

const savedShare = 0.12;
/** The share that is canceled instead of confirmed, in each round. */
const canceledShare = 0.03;
/** The share that is canceled within some seconds after the confirmation. */
const regrettedShare = 0.15;
const regretMsMax = 4_000;
const mailPatienceMs = 90_000;
/** Acceptable refusals of a withdrawal: other withdrawals and orders hold the money, or a crash interrupted it. */
const fairRefusals = new Set(['Insufficient Balance', 'Nothing was done, please try again']);

type Generic = { readonly result: boolean; readonly detail: string | null };

export class MoneyOut {
  readonly #customers: Customers;
  readonly #regrets: Promise<void>[] = [];

  constructor(customers: Customers) {
    this.#customers = customers;
  }

  async one(i: number): Promise<void> {
    const { ledger } = this.#customers;
    const rail = this.#customers.pick(rails);
    const receiver = newReceiver(rail);
    const isToSaved = this.#customers.random() < savedShare;
    const saved = isToSaved ? await this.#save(i, rail, receiver) : null;
    const number = this.#customers.next();
    const amount = rail.withdrawal + number * rail.step;
    const { mark } = receiver;
    const withdrawal: Withdrawal = {
      customer: i,
      rail,
      amount,
      mark,
      isToSaved,
      requestCode: null,
      isConfirmed: false,
      cancel: 'no',
    };
    ledger.withdrawals.push(withdrawal);
    const form = saved === null ? receiver.form : { AccountWithdrawInfoId: saved };
    const request = {
      ProductId: this.#customers.productId(rail.product),
      AccountProviderId: rail.providerId,
      Amount: formatRailAmount(rail, amount),
      TemplateType: rail.template,
      TemplateForm: JSON.stringify({ TemplateType: rail.template, ...form, Comment: '' }),
      ClientRequestId: `withdrawal-${number}`,
    };
    const { value, attempts } = await this.#customers.withRetry(i, () =>
      this.#customers.call(i, 'CreateWithdrawTicket', request),
    );
    if (attempts > 1) ledger.repeatedWithdrawals += 1;
    const { result, detail } = value as Generic;
    if (result) withdrawal.requestCode = detail;
    else if (fairRefusals.has(detail ?? '')) ledger.refusedWithdrawals += 1;
    else throw new Error(`a withdrawal was refused: ${JSON.stringify(value)} ${JSON.stringify(request)}`);
    if (saved !== null)
      await this.#customers.callWithRetry(i, 'DeleteAccountWithdrawInfo', { AccountWithdrawInfoId: saved });
  }

  /** Reads the mail and confirms the waiting withdrawals by their links. */
  async confirm(i: number): Promise<void> {
    const waiting = this.unconfirmed().filter((one) => one.customer === i);
    if (waiting.length === 0) return;
    const mails = await this.#mails(i);
    for (const withdrawal of waiting) {
      if (this.#customers.random() < canceledShare) {
        await this.#cancel(withdrawal);
        continue;
      }
      const code = codeIn(mails, withdrawal.mark, '/confirm-withdraw', 'verifycode');
      if (code !== null) await this.#follow(withdrawal, code);
    }
  }

  /** Accepted withdrawals that are not yet confirmed by mail. */
  unconfirmed(): Withdrawal[] {
    return this.#customers.ledger.withdrawals.filter(
      (one) => one.requestCode !== null && !one.isConfirmed && one.cancel === 'no',
    );
  }

  /** Resolves when all cancellations are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#regrets);
  }

  async #follow(withdrawal: Withdrawal, VerifyCode: string): Promise<void> {
    const i = withdrawal.customer;
    const { ledger, random } = this.#customers;
    const confirm = { UserId: this.#customers.at(i).userId, VerifyCode };
    const answer = (await this.#customers.callWithRetry(i, 'ConfirmWithdraw', confirm)) as Generic;
    withdrawal.isConfirmed = answer.result;
    if (!answer.result) ledger.faults.push(`ConfirmWithdraw: ${JSON.stringify(answer)}`);
    if (random() >= regrettedShare) return;
    const regret = pause(random() * regretMsMax).then(() => this.#cancel(withdrawal));
    this.#regrets.push(
      regret.catch((error: unknown) => void ledger.faults.push(`a cancel: ${String(error)}`)),
    );
  }

  /**
   * Cancels a withdrawal. It is refused when it is too late, and also when it is repeated after a lost response,
   * although the withdrawal is canceled.
   */
  async #cancel(withdrawal: Withdrawal): Promise<void> {
    const { customer, requestCode } = withdrawal;
    withdrawal.cancel = 'asked';
    const cancel = { RequestCode: requestCode };
    const answer = (await this.#customers.callWithRetry(customer, 'CancelWithdraw', cancel)) as Generic;
    if (answer.result) withdrawal.cancel = 'done';
  }

  /** Saves the receiver and confirms it by mail. @returns its id */
  async #save(i: number, rail: Rail, { form, mark }: Receiver): Promise<string> {
    const ProductId = this.#customers.productId(rail.product);
    const isBank = rail.kind === 'bank';
    const Name = isBank ? `bank:${mark}` : `wallet:t${this.#customers.next()}:${rail.network}`;
    const AccountIdentifier = isBank
      ? JSON.stringify({ TemplateType: rail.template, ...form })
      : form['ExternalAddress'];
    const request = { ProductId, Name, AccountIdentifier };
    const answer = (await this.#customers.callWithRetry(i, 'CreateAccountWithdrawInfo', request)) as Generic;
    if (!answer.result && answer.detail !== 'Destination already exists')
      throw new Error(`a destination was refused: ${JSON.stringify(answer)}`);
    const known = await this.#customers.list<{ AccountWithdrawInfoId: string; AccountIdentifier: string }>(
      i,
      'GetAccountWithdrawInfos',
      {},
    );
    const id = known.find((one) => one.AccountIdentifier.includes(mark))?.AccountWithdrawInfoId;
    if (id === undefined) throw new Error(`a saved destination is missing: ${mark}`);
    await this.#confirm(i, mark);
    return id;
  }

  /** Confirms a destination. When its save was repeated because an answer was lost, only the code of the last mail is good. */
  async #confirm(i: number, mark: string): Promise<void> {
    let tried: string | null = null;
    for (;;) {
      const VerifyEmailCode: string = await this.#destinationCode(i, mark, tried);
      const confirmed = (await this.#customers.callWithRetry(i, 'ConfirmWithdrawInfo', {
        VerifyEmailCode,
      })) as Generic;
      if (confirmed.result) return;
      if (confirmed.detail !== 'Invalid or expired code')
        throw new Error(`ConfirmWithdrawInfo: ${JSON.stringify(confirmed)}`);
      tried = VerifyEmailCode;
    }
  }

  /** Waits for a mail with a code other than `tried`. */
  async #destinationCode(i: number, mark: string, tried: string | null): Promise<string> {
    const deadline = Date.now() + mailPatienceMs;
    for (;;) {
      const code = codeIn(await this.#mails(i), mark, '/confirm-destination', 'verifycode');
      if (code !== null && code !== tried) return code;
      if (Date.now() > deadline) throw new Error(`the mail to confirm the destination ${mark} never came`);
      await pause(300);
    }
  }

  async #mails(i: number): Promise<readonly Mail[]> {
    const { api, email } = this.#customers.at(i);
    return (await this.#customers.withRetry(i, () => api.mailsTo(email))).value;
  }
}

type Mail = { readonly text: string; readonly links: readonly string[] };

function codeIn(mails: readonly Mail[], mark: string, path: string, name: string): string | null {
  const links = mails.filter((mail) => mail.text.includes(mark)).flatMap((mail) => mail.links);
  const link = links.find((one) => one.includes(path));
  return link === undefined ? null : new URL(link).searchParams.get(name);
}
