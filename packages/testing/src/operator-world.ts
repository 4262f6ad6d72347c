/**
 * A small exchange for tests of the operator service: real engine, real tables, two customers, one network and the
 * bank rails.
 *
 * The engine replaces the journal: what it has applied counts as durable, so a service that is opened again finds
 * the same books, as after a crash of the process.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '@salar/engine';
import {
  accountId,
  assert,
  houseAccounts,
  millis,
  minor,
  productId,
  refuse,
  sequence,
} from '@salar/protocol';
import type { AccountId, Command, Minor, OutcomeOf, ProductId, TicketId } from '@salar/protocol';
import { railTemplates } from '@salar/protocol/bank-rails';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import type { BankProvider, ChainProvider, TicketProvider } from '@salar/services';
import { toChainId } from '@salar/services';
import type { DecisionRecord } from '@salar/services/operator/decision-record';
import { OperatorService } from '@salar/services/operator/operator-service';
import type { OperatorServiceOptions } from '@salar/services/operator/operator-service';
import type { OperatorAnswer } from '@salar/services/operator/act';
import { formatCall, RequestSigner } from '@salar/services/operator/operator-request';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import { ConfirmedPrices } from '@salar/services/liquidity/confirmed-prices';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import type { Log } from '@salar/services/ports/log';
import type { Notifier } from '@salar/services/ports/notifier';
import { FactorResets } from '@salar/services/second-factor/factor-resets';
import { SecurityLog } from '@salar/services/accounts/security-log';
import { AccountLocks } from '@salar/services/sign-in/account-locks';
import { HouseShares } from '@salar/services/sweeps/house-shares';
import { SessionService } from '@salar/services/sessions/session-service';
import { AccountLevels } from '@salar/services/verification/account-levels';
import { LevelRequests } from '@salar/services/verification/level-requests';
import { VerificationService } from '@salar/services/verification/verification-service';
import { computeTicketMac } from '@salar/services/crypto/ticket-macs';
import { holdAboveLevel } from '@salar/services/withdrawals/level-holds';
import { createListSigned } from '@salar/services/withdrawals/signed-payments';
import type { WithdrawalState } from '@salar/services/withdrawals/transitions';
import { WalletComparisons } from '@salar/services/reconciliation/wallet-comparisons';
import { sealMove } from '@salar/services/withdrawals/withdrawal-moves';
import type { WithdrawalStep } from '@salar/services/withdrawals/withdrawal-steps';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import type { TicketDatabase } from '@salar/store';
import { markAccountOpen } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import {
  findWithdrawal,
  insertWithdrawal,
  moveWithdrawal,
  takeTicketNumber,
} from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { formatSigningKey } from '@salar/approvals/signing-key';
import type { SigningKey } from '@salar/approvals/signing-key';
import { createFileSigner } from '@salar/approvals/test-signers';
import type { TestSigner } from '@salar/approvals/test-signers';
import { UserRecords } from '@salar/services/accounts/user-records';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import { MailedCodes } from '@salar/services/sign-in/mailed-codes';
import { createApprovers, toApprovalPolicy } from './keys/approvers.ts';
import type { Approvers } from './keys/approvers.ts';
import { createDecisions } from './decision-memory.ts';
import { createInstantPort } from './instant-port.ts';
import { insertTestUser } from './test-customers.ts';

export const operatorIds = { eth: productId(2), cop: productId(5), brl: productId(6) } as const;

const installation = 'exchange.example.com';
const shared = { depositTemplate: '', depositMin: minor(1n), confirmations: 0 };
const bank = (provider: Pick<BankProvider, 'providerId' | 'name' | 'productId' | 'rail'>): BankProvider => ({
  ...shared,
  ...provider,
  kind: 'bank',
  displayName: provider.name,
  withdrawTemplate: railTemplates[provider.rail].name,
  withdrawFee: minor(2_000_00n),
  withdrawMin: minor(10_000_00n),
});
const ethereum: ChainProvider = {
  ...shared,
  kind: 'chain',
  chainId: 31337,
  providerId: 1,
  name: 'ETH_LOCAL_ETHEREUM',
  displayName: 'Ethereum (local)',
  productId: operatorIds.eth,
  withdrawTemplate: 'ToExternalEthereumAddress',
  withdrawFee: minor(1n),
  withdrawMin: minor(2n),
};
const providers: readonly TicketProvider[] = [
  ethereum,
  bank({ providerId: 10, name: 'COP_FIAT_BANK', productId: operatorIds.cop, rail: 'cop_bank' }),
  bank({ providerId: 12, name: 'BRL_FIAT_PIX', productId: operatorIds.brl, rail: 'brl_pix' }),
];

/** An operator with a key file. */
export type TestOperator = { readonly name: string; readonly requests: RequestSigner };

export type OperatorWorld = {
  readonly engine: Engine;
  readonly database: TicketDatabase;
  readonly clock: { now: number };
  readonly alerts: string[];
  readonly ticketMacKey: MacKey;
  readonly providers: readonly TicketProvider[];
  /** All prices are confirmed at the start. */
  readonly prices: ConfirmedPrices;
  /** The last comparisons of the wallets, which no network makes here. */
  readonly comparisons: WalletComparisons;
  /** Remembers decisions outside the database, across starts. */
  readonly decisions: DecisionRecord;
  /** The people who approve payments, two for each; operators of these names can approve. */
  readonly approvers: Approvers;
  /** Mails about decisions. */
  readonly notices: { readonly to: string; readonly action: string }[];
  readonly customers: UserRecords;
  readonly factors: FactorRecords;
  readonly levelRequests: LevelRequests;
  readonly maria: User;
  readonly joao: User;
  service: OperatorService;
  /** Opens the service again on the same data and recovers, as the next start of the process would. */
  reopen(): Promise<void>;
  /** From now on no command reaches the books, until the world is reopened. */
  cutPower(): void;
  /** No command reaches the books until the returned function is called; the process continues. */
  interruptPower(): () => void;
  /** The process dies once, when it has passed this step of a ticket. */
  cutPowerAt(step: WithdrawalStep): void;
  /** Creates an operator with a new key. */
  createOperator(name: string, role: string, by?: TestOperator, customer?: string): Promise<TestOperator>;
  /** Runs a command without approval. */
  act(
    by: TestOperator | null,
    command: string,
    params?: Readonly<Record<string, string>>,
  ): Promise<OperatorAnswer>;
  /** Creates a customer's withdrawal with its hold, and brings it to a status by any transitions. */
  withdrawal(
    user: User,
    options: { provider: string; amount: bigint; destination?: string; status: WithdrawalState },
  ): Promise<TicketId>;
  ticket(id: TicketId): Promise<WithdrawalRow>;
  /** Adds a payment of a ticket to the record of the signer. */
  recordSigned(ticketId: TicketId, hash: string): Promise<void>;
  fund(account: AccountId, product: ProductId, amount: bigint): void;
  total(account: AccountId, product: ProductId): Minor;
  held(account: AccountId, product: ProductId): Minor;
};

export async function openOperatorWorld(
  database: TicketDatabase,
  {
    needsFounding = false,
    needsFactor = false,
    ...changes
  }: Partial<
    Pick<OperatorServiceOptions, 'needsFounding' | 'needsFactor' | 'networks' | 'coldStorages'>
  > = {},
): Promise<OperatorWorld> {
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const engine = new Engine();
  const apply = <C extends Command>(command: C): OutcomeOf<C> =>
    engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(clock.now) });
  defineProducts(apply);
  const box = new SealedBox(Buffer.alloc(32, 9));
  const macs = new RowMacs({ box, log: silentLog });
  const records = new UserRecords(macs);
  const [maria, joao] = [
    await register(database, 'maria', { apply, records }),
    await register(database, 'joao', { apply, records }),
  ];
  const alerts: string[] = [];
  const ticketMacKey = Buffer.alloc(32, 7);
  const ledger = createInstantPort(engine, async (command) => apply(command));
  const notices: OperatorWorld['notices'] = [];
  const now = () => clock.now;
  const notifier: Notifier = {
    enqueue: async (_tx, { to, notification }) => {
      if (notification.kind === 'security_notice') notices.push({ to, action: notification.action });
    },
  };
  const securityLog = new SecurityLog({ database, notifier, now });
  const users = new UserDirectory({ database, records });
  const factors = new FactorRecords({ records, macs });
  const codes = new MailedCodes({ records, macs, notifier });
  const sessions = new SessionService({
    database,
    users,
    keys: { findGrant: () => null },
    macs,
    now,
    log: silentLog,
  });
  const decisions = createDecisions(now);
  const levels = new AccountLevels({ sequencer: ledger });
  const levelRequests = new LevelRequests({
    database,
    sequencer: ledger,
    levels,
    decisions,
    users,
    securityLog,
    box,
    macs,
    forms: {},
    now,
    log: silentLog,
  });
  const log: Log = { info() {}, warn() {}, error: (_details, message) => alerts.push(message) };
  const held = { database, ledger, ticketMacKey, clock: now, log, by: 'test' };
  const verification = new VerificationService({
    database,
    sequencer: ledger,
    levels,
    users,
    opener: { open: () => Promise.reject(new Error('every account is open')) },
    identity: { createToken: async () => refuse('provider_unavailable') },
    securityLog,
    macs,
    decisions,
    withdrawals: { holdAboveLevel: (id) => holdAboveLevel(held, id) },
    now,
    log,
  });
  const approvers = createApprovers(['ana', 'carla', 'diego']);
  const signingLog = new SigningLog(new ClaimStore(mkdtempSync(join(tmpdir(), 'salar-approvals-'))));
  const signer = openSigner(approvers, { ticketMacKey, clock: now, log: signingLog });
  const comparisons = new WalletComparisons();
  const prices = new ConfirmedPrices({
    notionalProductId: operatorIds.cop,
    ageMaxMs: 10 * 365 * 86_400_000, // tests move the clock by days
    now,
  });
  for (const id of Object.values(operatorIds)) prices.confirm(id, clock.now);
  const options: OperatorServiceOptions = {
    database,
    ledger,
    providers,
    networks: [{ chainId: 31337, name: 'ethereum', assets: [] }],
    coldStorages: () => new Map(),
    wallets: () => [{ network: 'ethereum', hotAddress: '0x0H', gasAddress: '0x0G', houseAddress: '0x0E' }],
    houseShares: new HouseShares(ledger),
    approvals: () => signer,
    prices,
    comparisons,
    alerts: () => alerts.map((text) => ({ at: clock.now, text, details: '{}' })),
    decisions,
    listSigned: createListSigned(
      providers,
      () => signer,
      decisions,
      async (id) => engine.withdrawal(id)?.productId,
    ),
    signedWithdrawals: null,
    ticketMacKey,
    customers: records,
    levelRequests,
    levels: verification,
    factorResets: new FactorResets({ database, factors, securityLog, now }),
    locks: new AccountLocks({ database, users, sessions, securityLog, codes, now }),
    limits: {
      acceptAlone: minor(1_000_000_00n),
      acceptAlonePerDay: minor(1_500_000_00n),
      aloneTotalPerDay: minor(2_500_000_00n),
      bankCreditAlone: minor(1_000_000_00n),
      adjustPerDay: minor(500_000_00n),
    },
    installation,
    needsFounding,
    needsFactor,
    box,
    clock: now,
    log,
    ...changes,
  };
  let keys = 0;
  const world: OperatorWorld = {
    engine,
    approvers,
    database,
    clock,
    alerts,
    ticketMacKey,
    providers,
    prices,
    comparisons,
    decisions,
    notices,
    levelRequests,
    customers: records,
    factors,
    maria,
    joao,
    service: new OperatorService(options),
    async reopen() {
      world.service = new OperatorService(options);
      await world.service.heal();
    },
    cutPower() {
      const submit = () => Promise.reject(new Error('the power is gone'));
      world.service = new OperatorService({ ...options, ledger: { ...ledger, submit } });
    },
    interruptPower() {
      let isGone = true;
      const submit: OperatorServiceOptions['ledger']['submit'] = async (command) => {
        if (isGone) throw new Error('the power is gone');
        return apply(command);
      };
      world.service = new OperatorService({ ...options, ledger: { ...ledger, submit } });
      return () => {
        isGone = false;
      };
    },
    async createOperator(name, role, by, customer) {
      const { operator, key } = createTestOperator(name, now);
      const params = { name, role, key, ...(customer === undefined ? {} : { customer }) };
      const answer = await world.act(by ?? null, 'operator add', params);
      assert(answer.ok, `operator ${name} was made: ${JSON.stringify(answer)}`);
      return operator;
    },
    act(by, command, params = {}) {
      const call = { command, params, mode: 'do' } as const;
      if (by !== null) return world.service.handle(by.requests.sign(call));
      const { method, body } = formatCall(call);
      return world.service.handle({ body, proof: { method, credentials: null } });
    },
    cutPowerAt(point) {
      let isDead = false;
      const onStep = (step: WithdrawalStep) => {
        if (step !== point || isDead) return;
        isDead = true;
        throw new Error(`the power is gone after ${point}`);
      };
      world.service = new OperatorService({ ...options, onStep });
    },
    async withdrawal(user, { provider: name, amount, destination = '0x01', status }) {
      const provider = providers.find((candidate) => candidate.name === name);
      assert(provider !== undefined, `there is a provider ${name}`);
      const { productId: product, providerId, withdrawFee: fee, withdrawTemplate } = provider;
      world.fund(user.accountId, product, amount);
      const ticket = {
        ticketId: await takeTicketNumber(database),
        requestCode: randomUUID(),
        userId: user.userId,
        accountId: user.accountId,
        productId: product,
        providerId,
        chainId: toChainId(provider),
        destination,
        amount: minor(amount),
        fee,
        createdAt: millis(clock.now),
      };
      const { chainId: _, ...row } = ticket;
      const mac = computeTicketMac(ticketMacKey, ticket);
      const form = { templateType: withdrawTemplate, templateForm: '{}', mac, requestIp: '127.0.0.1' };
      await insertWithdrawal(database, { ...row, ...form });
      const { ticketId, accountId: account } = row;
      const held = apply({
        type: 'HoldWithdrawal',
        ticketId,
        accountId: account,
        productId: product,
        amount: row.amount,
        fee,
      });
      assert(held.ok, 'the customer can withdraw');
      const written = await findWithdrawal(database, ticketId);
      assert(written !== null, 'the ticket is written');
      const transition = sealMove({ ticketMacKey, clock: now, by: 'test' }, written, status);
      const moved = await moveWithdrawal(database, { ticketId, from: ['New'], to: status, transition });
      assert(moved !== null, 'the ticket was new');
      return ticketId;
    },
    async recordSigned(ticketId, hash) {
      const { chainId, productId } = ethereum;
      await signingLog.ready();
      await signingLog.append({
        ticketId,
        chainId,
        productId,
        hash,
        net: '1',
        burnt: '1',
        destination: '0x01',
        at: clock.now,
        claims: { [`nonce:${ticketId}`]: '' },
        lane: 'automatic',
      });
    },
    async ticket(id) {
      const row = await findWithdrawal(database, id);
      assert(row !== null, `there is a withdrawal ${id}`);
      return row;
    },
    fund(account, product, amount) {
      keys += 1;
      const outcome = apply({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: account,
        productId: product,
        amount: minor(amount),
        key: `fund ${keys}`,
      });
      assert(outcome.ok, 'the account was funded');
    },
    total: (account, product) => engine.position(account, product).total,
    held: (account, product) => engine.position(account, product).held,
  };
  return world;
}

/** Creates the signer of an operator's requests, with a new key by default. */
export function createTestOperator(
  name: string,
  clock: () => number,
  { key, sign }: TestSigner<SigningKey> = createFileSigner(),
): { readonly operator: TestOperator; readonly key: string } {
  const session = randomUUID().replaceAll('-', '');
  const requests = new RequestSigner({ installation, operator: name, session, sign, clock });
  return { operator: { name, requests }, key: formatSigningKey(key) };
}

/** Opens a signer that verifies approvals of ether and has no keys. */
function openSigner(
  approvers: Approvers,
  options: { readonly ticketMacKey: MacKey; readonly clock: () => number; readonly log: SigningLog },
): TicketSigner {
  const { eth: productId } = operatorIds;
  const cap = minor(10n ** 18n);
  const approved = { symbol: 'ETH', perTransaction: cap, perDay: cap };
  return new TicketSigner({
    ...options,
    families: new Map(),
    networks: [
      {
        family: 'evm',
        chainId: ethereum.chainId,
        assets: [{ productId, contract: null, decimals: 18 }],
        paymentFees: { perHour: cap, perDay: cap },
        sweeps: null,
      },
    ],
    caps: [
      { chainId: ethereum.chainId, productId, perTransaction: cap, perHour: cap, perDay: cap, approved },
    ],
    approvals: { ...toApprovalPolicy(approvers), installation },
  });
}

type Apply = <C extends Command>(command: C) => OutcomeOf<C>;

function defineProducts(apply: Apply): void {
  const define = (id: ProductId, symbol: string, name: string, decimals: number, price: bigint) => {
    const kind = decimals === 2 ? 'fiat' : 'crypto';
    apply({ type: 'DefineProduct', productId: id, symbol, name, kind, decimals });
    apply({ type: 'SetReferencePrice', productId: id, price: minor(price) });
  };
  define(operatorIds.eth, 'ETH', 'Ether', 18, 1_500_000_000n);
  define(operatorIds.cop, 'COP', 'Colombian peso', 2, 100n);
  define(operatorIds.brl, 'BRL', 'Brazilian real', 2, 70_000n);
  for (const level of [1, 2, 3, 4])
    apply({ type: 'DefineLevel', level, dailyLimit: null, monthlyLimit: null });
}

async function register(
  database: TicketDatabase,
  userName: string,
  { apply, records }: { readonly apply: Apply; readonly records: UserRecords },
): Promise<User> {
  const user = await insertTestUser(database, userName, { records });
  apply({ type: 'OpenAccount', accountId: accountId(user.accountId), kind: 'customer' });
  apply({ type: 'SetAccountLevel', accountId: accountId(user.accountId), level: 1 });
  await markAccountOpen(database, user.userId);
  return user;
}
