/** A leader that is frozen while the signer answers, and resumes after another leader has paid. */
import {
  accept,
  accountId,
  assert,
  houseAccounts,
  millis,
  minor,
  productId,
  refuse,
  ticketId,
} from '@salar/protocol';
import type { Command, Result, UserId } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { TicketDatabase } from '@salar/store';
import { findWithdrawal, insertWithdrawal, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import {
  listPaymentAttempts,
  findPayment,
  readNextNonce,
} from '@salar/store/tables/tickets/withdrawal-payments';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EvmChain } from '../ports/chain-client.ts';
import type { SignedPayment, Signer, SignRefusal } from '../ports/chain-signer.ts';
import { localProviders } from '../tickets/providers.ts';
import type { ChainProvider, EvmNetwork } from '../tickets/networks.ts';
import { computeTicketMac } from '../crypto/ticket-macs.ts';
import { EvmPayments } from './evm-payments.ts';
import { sealMove } from '../withdrawals/withdrawal-moves.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const maria = accountId(1001);
const ticket = ticketId(1001);
const hotAddress = '0xhot';
const ticketMacKey = new Uint8Array(32).fill(1);
const table = localProviders(ids);
const network = table.networks.find((one): one is EvmNetwork => one.family === 'evm') as EvmNetwork;
const { chainId } = network;
const providers = table.providers.filter(
  (one): one is ChainProvider => one.kind === 'chain' && one.chainId === chainId,
);

type Answer = Result<SignedPayment, SignRefusal>;
/** A leader with its workers: its node accepts everything, its signer answers on demand. */
type Leader = {
  readonly sequencer: Sequencer;
  readonly payments: EvmPayments;
  readonly broadcast: string[];
  /** Resolves when the signer has received the request. */
  readonly isRequested: Promise<void>;
  answer(answer: Answer): void;
};

let store: TestDatabase;
const toClose: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
  await store.close();
});

async function lead(): Promise<Leader> {
  const sequencer = await Sequencer.open({ database: store.database, onFatal: () => undefined });
  const database = new TicketDatabase(
    { ...store.options, epoch: sequencer.status().epoch },
    { events: store.ticketEvents, seals: store.database.seals },
  );
  toClose.push(sequencer, database);
  const broadcast: string[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  let onRequest: () => void = () => undefined;
  const isRequested = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const signer: Signer = {
    identity: async () => [],
    listSigned: async () => [],
    sign: () => {
      onRequest();
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  };
  const payments = new EvmPayments({
    database,
    ledger: sequencer,
    ticketMacKey,
    listSigned: async () => [],
    signedWithdrawals: null,
    by: 'test',
    clock: () => 1,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    network,
    providers,
    client: nodeThatTakes(broadcast),
    signer,
    hotAddress,
    secondSource: { hasFailed: async () => true },
  });
  return { sequencer, payments, broadcast, isRequested, answer: (value) => answer(value) };
}

function nodeThatTakes(broadcast: string[]): EvmChain {
  return {
    family: 'evm',
    chainId,
    check: async () => undefined,
    height: async () => 5,
    block: async () => null,
    receipt: async () => null,
    broadcast: async (raw: string) => {
      broadcast.push(raw);
      return { kind: 'sent' };
    },
    getNonce: async () => 0,
    getBalance: async () => 10n ** 30n,
    coinBalance: async () => 10n ** 30n,
    fees: async () => ({ feeMax: 1n, feePriority: 1n }),
    tryPayment: async () => ({ kind: 'pays' }),
  } as unknown as EvmChain;
}

/** Creates an accepted withdrawal of 10 USDT, held in the ledger. */
async function acceptedTicket({ sequencer }: Leader, on: TicketDatabase): Promise<void> {
  const [amount, fee] = [minor(10_000_000n), minor(1_000_000n)];
  const commands: readonly Command[] = [
    { type: 'DefineProduct', productId: ids.usdt, symbol: 'USDT', name: 'T', kind: 'crypto', decimals: 6 },
    { type: 'SetReferencePrice', productId: ids.usdt, price: minor(400_000n) },
    { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
    { type: 'OpenAccount', accountId: maria, kind: 'customer' },
    { type: 'SetAccountLevel', accountId: maria, level: 1 },
    {
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: maria,
      productId: ids.usdt,
      amount,
      key: 'opening',
    },
    { type: 'HoldWithdrawal', ticketId: ticket, accountId: maria, productId: ids.usdt, amount, fee },
  ];
  for (const command of commands)
    expect(await sequencer.submit<Command>(command)).toMatchObject({ ok: true });
  const provider = providers.find((one) => one.productId === ids.usdt);
  const terms = {
    ticketId: ticket,
    requestCode: 'request',
    userId: 1 as UserId,
    accountId: maria,
    productId: ids.usdt,
    providerId: provider?.providerId ?? 0,
    destination: '0xreceiver',
    amount,
    fee,
    createdAt: millis(1),
  };
  await insertWithdrawal(on, {
    ...terms,
    templateType: 'ToExternalEthereumAddress',
    templateForm: '{}',
    mac: computeTicketMac(ticketMacKey, { ...terms, chainId }),
    requestIp: null,
  });
  const written = await findWithdrawal(on, ticket);
  assert(written !== null, 'the ticket is written');
  const transition = sealMove({ ticketMacKey, clock: () => 1, by: 'test' }, written, 'AutoAccepted');
  await moveWithdrawal(on, { ticketId: ticket, from: ['New'], to: 'AutoAccepted', transition });
}

test.each<[string, Answer]>([
  ['a refusal, after which it would return the nonce and the money', refuse('destination_refused')],
  ['a refusal, after which it would involve an operator', refuse('transaction_cap_exceeded')],
  ['other signed bytes, which it would send', accept({ raw: '0xold', hash: '0xoldhash' })],
])('that resumes with %s changes nothing', async (_, late) => {
  const former = await lead();
  await acceptedTicket(former, store.database);
  const work = former.payments.work(5);
  const failed = expect(work).rejects.toThrow(/another process moves money in and out now/);
  await former.isRequested; // the nonce is reserved; here it is frozen

  const next = await lead();
  const paid = next.payments.work(5);
  await next.isRequested;
  next.answer(accept({ raw: '0xnew', hash: '0xnewhash' }));
  await paid;

  former.answer(late);
  await failed;
  expect(former.broadcast).toEqual([]);
  expect(next.broadcast).toEqual(['0xnew']);
  expect(await findWithdrawal(store.database, ticket)).toMatchObject({
    status: 'Submitted',
    txId: '0xnewhash',
  });
  expect(await findPayment(store.database, ticket)).toMatchObject({ nonce: 0 });
  expect(await readNextNonce(store.database, chainId, hotAddress)).toBe(1);
  expect((await listPaymentAttempts(store.database, ticket)).map((attempt) => attempt.hash)).toEqual([
    '0xnewhash',
  ]);
  expect(next.sequencer.engine.withdrawal(ticket)?.state).toBe('held');
});
