/** Reads back what is signed from its bytes: exactly the ticket's payment, and nothing else but change to ourselves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFormerPaymentText, formatPaymentText } from '@salar/approvals/payment-text';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { createPasskey, createSecurityKey, createSshSigner } from '@salar/approvals/test-signers';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type {
  BitcoinInput,
  BitcoinPlan,
  EvmPlan,
  PaymentApproval,
  PaymentPlan,
  SignRequest,
  TicketTerms,
} from '@salar/services';
import { computeVirtualSize } from '@salar/services/payments/bitcoin-size';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { Address } from '@scure/btc-signer/payment.js';
import fc from 'fast-check';
import { decodeFunctionData, getAddress, parseAbi, parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { bitcoinParameters } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import { dayMs, hourMs, SigningLog } from './signing-log.ts';
import { TicketSigner } from './ticket-signer.ts';

const btc = productId(1);
const eth = productId(2);
const usdt = productId(3);
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const regtest = 3669344250;
const tron = 2494104990;
const uncappedFees = { perHour: 10n ** 30n, perDay: 10n ** 30n };
const networks: readonly SignerNetwork[] = [
  {
    family: 'evm',
    sweeps: null,
    chainId: 31337,
    paymentFees: uncappedFees,
    assets: [
      { productId: eth, contract: null, decimals: 18 },
      { productId: usdt, contract: token, decimals: 6 },
    ],
  },
  {
    family: 'bitcoin',
    kind: 'regtest',
    chainId: regtest,
    paymentFees: uncappedFees,
    assets: [{ productId: btc, contract: null, decimals: 8 }],
  },
  {
    family: 'tron',
    chainId: tron,
    paymentFees: uncappedFees,
    feeLimit: 1_000_000n,
    sweeps: null,
    assets: [{ productId: usdt, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 }],
  },
];
const most = minor(10n ** 30n);
const caps = networks.flatMap(({ chainId, assets }) =>
  assets.map((asset) => ({
    chainId,
    productId: asset.productId,
    perTransaction: most,
    perHour: most,
    perDay: most,
  })),
);
const macKey = new Uint8Array(32).fill(7);
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const families = await openFamilies(new SignerKeys(new SeedKeys({ root, layout: 2 }, 'regtest')), networks);
const account = root.derive("m/84'/1'/0'");
const hotAccount = root.derive("m/84'/1'/1'");
const receiver = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let dir: string;
let claims: ClaimStore;
let log: SigningLog;
let signer: TicketSigner;
let lastTicket = 0;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-signing-'));
  open();
});
afterEach(async () => {
  await claims.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(changes: Partial<ConstructorParameters<typeof TicketSigner>[0]> = {}) {
  claims = new ClaimStore(dir);
  log = new SigningLog(claims);
  signer = new TicketSigner({
    families,
    networks,
    caps,
    approvals: null,
    ticketMacKey: macKey,
    log,
    clock: () => 1_767_000_000_000,
    ...changes,
  });
}

function buildRequest(fields: Partial<TicketTerms>, plan: PaymentPlan): SignRequest {
  lastTicket += 1;
  const ticket: TicketTerms = {
    ticketId: ticketId(lastTicket),
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    userId: userId(1),
    accountId: accountId(1001),
    productId: btc,
    providerId: 6,
    chainId: regtest,
    destination: receiver,
    amount: minor(100_000n),
    fee: minor(10_000n),
    createdAt: millis(1_767_000_000_000),
    ...fields,
  };
  const mac = computeTicketMac(macKey, ticket);
  return {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(macKey, mac).toString('hex'),
    approvals: [],
    plan,
  };
}

async function signed(request: SignRequest) {
  const answer = await signer.sign(request);
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.value;
}

let lastOutput = 0;
function input(changes: Partial<BitcoinInput> = {}): BitcoinInput {
  lastOutput += 1;
  const txId = lastOutput.toString(16).padStart(64, '0');
  return { txId, vout: 0, amount: 150_000n, branch: 0, index: 3, ...changes };
}

/** Builds a plan for a net of 90,000 out of one output of 150,000. */
function plan(changes: Partial<BitcoinPlan> = {}): BitcoinPlan {
  return {
    family: 'bitcoin',
    inputs: [input()],
    fee: 1_000n,
    change: 59_000n,
    changeBranch: 3,
    changeIndex: 5,
    ...changes,
  };
}

const program = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const address = fc
  .oneof(
    program(20).map((hash) => ({ type: 'pkh', hash }) as const),
    program(20).map((hash) => ({ type: 'sh', hash }) as const),
    program(20).map((hash) => ({ type: 'wpkh', hash }) as const),
    program(32).map((hash) => ({ type: 'wsh', hash }) as const),
    fc
      .integer({ min: 1, max: 2 ** 31 - 1 })
      .map((index) => root.deriveChild(index).publicKey ?? new Uint8Array(33))
      .map((key) => ({ type: 'tr', pubkey: key.slice(1) }) as const),
  )
  .map((value) => Address(bitcoinParameters.regtest).encode(value));
const satoshi = (min: bigint, max: bigint) => fc.bigInt({ min, max });

test(
  'a Bitcoin payment spends the named outputs and pays the receiver, our change and the fee',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          destination: address,
          net: satoshi(546n, 10n ** 15n),
          fee: satoshi(200n, 100_000n),
          change: fc.oneof(fc.constant(0n), satoshi(294n, 10n ** 12n)),
          changeIndex: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
          // Together always less than the smallest payment with its fee, so that the last input is needed, too.
          splits: fc.array(satoshi(1n, 120n), { maxLength: 6 }),
          branches: fc.infiniteStream(fc.constantFrom(0 as const, 3 as const)),
        }),
        async ({ destination, net, fee, change, changeIndex, splits, branches }) => {
          const branch = () => branches.next().value ?? 0;
          const small = splits.map((amount) => input({ amount, branch: branch() }));
          const rest = net + fee + change - splits.reduce((sum, part) => sum + part, 0n);
          const inputs = [...small, input({ amount: rest, branch: branch() })];
          const request = buildRequest(
            { destination, amount: minor(net + 700n), fee: minor(700n) },
            plan({ inputs, fee, change, changeIndex }),
          );
          const { raw, hash } = await signed(request);
          const parsed = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
          const outputs = Array.from({ length: parsed.outputsLength }, (_, place) => ({
            to: parsed.getOutputAddress(place, bitcoinParameters.regtest),
            amount: parsed.getOutput(place).amount,
          }));
          const ours = toBitcoinAddress(hotAccount.deriveChild(1).deriveChild(changeIndex), 'regtest');
          expect(outputs).toEqual([
            { to: destination, amount: net },
            ...(change > 0n ? [{ to: ours, amount: change }] : []),
          ]);
          const spent = Array.from({ length: parsed.inputsLength }, (_, place) => parsed.getInput(place));
          expect(
            spent.map(({ txid, index }) => `${Buffer.from(txid ?? []).toString('hex')}:${index}`),
          ).toEqual(inputs.map(({ txId, vout }) => `${txId}:${vout}`));
          expect(spent.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
          expect(parsed.id).toBe(hash);
          const size = computeVirtualSize({ inputs: inputs.length, destination, hasChange: change > 0n });
          expect(parsed.vsize).toBeLessThanOrEqual(Number(size));
          expect(parsed.vsize).toBeGreaterThanOrEqual(Number(size) - inputs.length);
          expect(await signed(request)).toEqual({ raw, hash });
        },
      ),
      { numRuns: 20 },
    );
  },
);

describe('two hot wallets have the same nonces', () => {
  const fields = {
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    productId: eth,
    chainId: 31337,
  } as const;
  const wanted: EvmPlan = { family: 'evm', nonce: 4, feeMax: 10n ** 10n, feePriority: 10n ** 9n };

  test.each(['another hot wallet', 'the same'])('a signer that is started with %s', async (which) => {
    const first = buildRequest(fields, wanted);
    await signed(first);
    await claims.close();
    const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(which === 'the same' ? 9 : 8));
    const keys = new SignerKeys(new SeedKeys({ root: other, layout: 2 }, 'regtest'));
    open({ families: await openFamilies(keys, networks) });
    const isSame = which === 'the same';
    // Both could be mined, so the second would pay the ticket twice.
    const again = await signer.sign({ ...first, plan: { ...wanted, feeMax: 2n * 10n ** 10n } });
    expect(again).toMatchObject(isSame ? { ok: true } : { refusal: 'ticket_already_signed' });
    const next = await signer.sign(buildRequest(fields, wanted));
    expect(next).toMatchObject(isSame ? { refusal: 'nonce_taken' } : { ok: true });
  });
});

test('a payment of a renewed seed spends what the former wallet and its change hold', async () => {
  await claims.close();
  const keys = new SignerKeys(new SeedKeys({ root, layout: 2, formerLayout: 1 }, 'regtest'));
  open({ families: await openFamilies(keys, networks) });
  const places = [
    { branch: 0, index: 0 },
    { branch: 1, index: 7 },
  ] as const;
  const inputs = places.map((place) => input({ ...place, amount: 75_000n }));
  const { raw } = await signed(buildRequest({}, plan({ inputs })));
  const parsed = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
  const spentBy = places.map((_, place) => parsed.getInput(place).finalScriptWitness?.[1]);
  expect(spentBy).toEqual(
    places.map(({ branch, index }) => account.deriveChild(branch).deriveChild(index).publicKey),
  );
  const change = toBitcoinAddress(hotAccount.deriveChild(1).deriveChild(5), 'regtest');
  expect(parsed.getOutputAddress(1, bitcoinParameters.regtest)).toBe(change);
  const former = toBitcoinAddress(account.deriveChild(0).deriveChild(0), 'regtest');
  expect(await signer.sign(buildRequest({ destination: former }, plan()))).toMatchObject({
    refusal: 'destination_refused',
  });
});

test('an EVM payment moves exactly the net amount to exactly the receiver', { timeout: 60_000 }, async () => {
  const abi = parseAbi(['function transfer(address to, uint256 value)']);
  const evmAddress = program(20)
    .filter((bytes) => bytes.slice(0, 18).some((byte) => byte !== 0))
    .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
  let nonce = 0;
  await fc.assert(
    fc.asyncProperty(
      evmAddress,
      satoshi(1n, 10n ** 24n),
      fc.constantFrom(eth, usdt),
      async (destination, net, id) => {
        const evmPlan: EvmPlan = {
          family: 'evm',
          nonce: nonce++,
          feeMax: 10n ** 10n,
          feePriority: 10n ** 9n,
        };
        const fields = { destination, productId: id, chainId: 31337 };
        const { raw } = await signed(
          buildRequest({ ...fields, amount: minor(net + 5n), fee: minor(5n) }, evmPlan),
        );
        const parsed = parseTransaction(raw as Hex);
        expect(parsed).toMatchObject({ chainId: 31337, maxFeePerGas: 10n ** 10n });
        if (id === eth) {
          expect(parsed).toMatchObject({ to: destination.toLowerCase(), value: net });
          expect(parsed.data).toBeUndefined();
        } else {
          expect(parsed.to).toBe(token.toLowerCase());
          expect(parsed.value).toBeUndefined();
          expect(decodeFunctionData({ abi, data: parsed.data ?? '0x' }).args).toEqual([destination, net]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

describe('a Bitcoin payment is refused', () => {
  const double = input();
  test.each<[string, string, Partial<TicketTerms>, PaymentPlan]>([
    [
      'request_malformed',
      'a plan of another family',
      {},
      { family: 'evm', nonce: 1, feeMax: 1n, feePriority: 1n },
    ],
    ['network_unknown', 'another network', { chainId: 3652501241 }, plan()],
    ['asset_unknown', 'a product it does not carry', { productId: eth }, plan()],
    ['amount_invalid', 'dust', { amount: minor(10_545n) }, plan()],
    [
      'destination_refused',
      'an address of the main network',
      { destination: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
      plan(),
    ],
    ['destination_refused', 'an address in capitals', { destination: receiver.toUpperCase() }, plan()],
    [
      'destination_refused',
      'an address of an EVM network',
      { destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      plan(),
    ],
    [
      'destination_refused',
      'our own wallet',
      { destination: toBitcoinAddress(hotAccount.deriveChild(0).deriveChild(0), 'regtest') },
      plan(),
    ],
    [
      'fees_too_high',
      'more than 0.05 BTC of fee',
      { amount: minor(110_000n) },
      plan({ inputs: [input({ amount: 6_100_000n })], fee: 6_000_000n, change: 0n }),
    ],
    [
      'fees_too_high',
      'more than 2,000 satoshi a byte',
      {},
      plan({ inputs: [input({ amount: 10n ** 6n })], fee: 910_000n, change: 0n }),
    ],
    ['inputs_invalid', 'no inputs', {}, plan({ inputs: [] })],
    ['inputs_invalid', 'the same output twice', {}, plan({ inputs: [double, double], change: 209_000n })],
    ['inputs_invalid', 'a satoshi too much', {}, plan({ change: 59_001n })],
    ['inputs_invalid', 'a satoshi too little', {}, plan({ fee: 999n })],
    ['inputs_invalid', 'change that is dust', {}, plan({ fee: 59_707n, change: 293n })],
    ['inputs_invalid', 'a key that does not exist', {}, plan({ changeIndex: 2 ** 31 })],
    ['inputs_invalid', 'change beside the deposit addresses', {}, plan({ changeBranch: 1 })],
    ['inputs_invalid', 'change at a deposit address', {}, plan({ changeBranch: 0 })],
    ['inputs_invalid', 'an input of another layout', {}, plan({ inputs: [input({ branch: 1 })] })],
    ['inputs_invalid', 'the hot wallet of another layout', {}, plan({ inputs: [input({ index: 0 })] })],
    ['inputs_invalid', 'a second hot wallet', {}, plan({ inputs: [input({ branch: 2, index: 1 })] })],
    [
      'inputs_invalid',
      'more inputs than nodes relay',
      {},
      plan({ inputs: Array.from({ length: 101 }, () => input({ amount: 1_000n })), change: 10_000n }),
    ],
  ])('with %s: %s', async (refusal, _, fields, wanted) => {
    expect(await signer.sign(buildRequest(fields, wanted))).toEqual({ ok: false, refusal });
  });

  test('when it shares an output with another ticket', async () => {
    const shared = input();
    await signed(buildRequest({}, plan({ inputs: [shared] })));
    const other = buildRequest({}, plan({ inputs: [shared, input()], change: 209_000n }));
    expect(await signer.sign(other)).toEqual({ ok: false, refusal: 'inputs_taken' });
  });

  test('when it shares no output with what was signed for the ticket before', async () => {
    const first = buildRequest({}, plan());
    await signed(first);
    const second = { ...first, plan: plan() };
    expect(await signer.sign(second)).toEqual({ ok: false, refusal: 'ticket_already_signed' });
  });

  test('when a later form shares an output with the last form, and not with the first', async () => {
    const [one, two, three] = [input(), input(), input()];
    const first = buildRequest({}, plan({ inputs: [one, two], change: 209_000n }));
    await signed(first);
    const replaced = plan({ inputs: [two, three], fee: 2_000n, change: 208_000n });
    await signed({ ...first, plan: replaced });
    const last = plan({ inputs: [three, input()], fee: 3_000n, change: 207_000n });
    expect(await signer.sign({ ...first, plan: last })).toEqual({
      ok: false,
      refusal: 'ticket_already_signed',
    });
  });

  test('when it states another amount of an output, which would join two signings to one enormous fee', async () => {
    const [one, two] = [input(), input()];
    const first = buildRequest({}, plan({ inputs: [one, two], change: 209_000n }));
    await signed(first);
    const lie = plan({ inputs: [one, { ...two, amount: 100_000n }], change: 159_000n });
    expect(await signer.sign({ ...first, plan: lie })).toEqual({ ok: false, refusal: 'inputs_taken' });
  });
});

test('of two tickets that request the same nonce at the same moment, one gets it', async () => {
  const wanted: EvmPlan = { family: 'evm', nonce: 9, feeMax: 10n ** 10n, feePriority: 10n ** 9n };
  const fields = {
    chainId: 31337,
    productId: eth,
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  };
  const answers = await Promise.all([1, 2, 3].map(() => signer.sign(buildRequest(fields, wanted))));
  expect(answers.map((answer) => (answer.ok ? 'signed' : answer.refusal))).toEqual([
    'signed',
    'nonce_taken',
    'nonce_taken',
  ]);
});

test('forms of one payment count once in the hour; payments that only time separates count each', async () => {
  const of = (chainId: number, id: typeof btc) =>
    log.sumPaid({ chainId, productId: id, lane: 'automatic' }, 1_767_000_000_000 - hourMs);
  const [one, two] = [input(), input()];
  const first = buildRequest({}, plan({ inputs: [one] }));
  await signed(first);
  await signed({ ...first, plan: plan({ inputs: [one, two], change: 209_000n }) });
  expect(of(regtest, btc)).toBe(90_000n);

  const transfer = { chainId: tron, productId: usdt, destination: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' };
  const reference = { refBlockBytes: 'abcd', refBlockHash: '0123456789abcdef', feeLimit: 1n };
  const lifetime = (timestamp: number) => ({ timestamp, expiration: timestamp + 1_000 });
  const request = buildRequest(transfer, { family: 'tron', ...reference, ...lifetime(1_000) });
  await signed(request);
  await signed(request);
  expect(of(tron, usdt)).toBe(90_000n);
  await signed({ ...request, plan: { family: 'tron', ...reference, ...lifetime(2_000) } });
  expect(of(tron, usdt)).toBe(180_000n);
});

const signerNow = 1_767_000_000_000;

test('no TRON transfer is signed that lives longer than an hour from now', async () => {
  const transfer = { chainId: tron, productId: usdt, destination: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' };
  const reference = { refBlockBytes: 'abcd', refBlockHash: '0123456789abcdef', feeLimit: 1n };
  const living = (timestamp: number, lifetime: number) =>
    signer.sign(
      buildRequest(transfer, {
        family: 'tron',
        ...reference,
        timestamp,
        expiration: timestamp + lifetime,
      }),
    );
  expect(await living(signerNow, 3_600_001)).toEqual({ ok: false, refusal: 'request_malformed' });
  expect(await living(signerNow + 120_000, 3_600_000)).toEqual({ ok: false, refusal: 'inputs_invalid' });
  expect(await living(signerNow, 3_600_000)).toMatchObject({ ok: true });
});

describe('a payment above the automatic caps', () => {
  const ether = 10n ** 18n;
  const product = { symbol: 'ETH', decimals: 18 };
  const people = { ana: createSshSigner(), carla: createSecurityKey(), diego: createPasskey() } as const;
  type Person = keyof typeof people;
  const installation = 'exchange.example';
  const policy = {
    installation,
    required: 2,
    amendments: null,
    approvers: Object.entries(people).map(([name, { key }]) => ({ name, key: formatSigningKey(key) })),
  };
  const small = { perTransaction: minor(ether), perHour: minor(2n * ether), perDay: minor(2n * ether) };
  const large = { symbol: 'ETH', perTransaction: minor(100n * ether), perDay: minor(150n * ether) };
  const capsOfEther = [{ chainId: 31337, productId: eth, ...small, approved: large }];
  let nonce = 500;
  type Signed = Partial<TicketTerms> & { readonly signedAt?: string; readonly isFormer?: boolean };
  const build = (net: bigint, approvers: readonly Person[], signed: Signed = {}) => {
    nonce += 1;
    const fields = { destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', chainId: 31337 };
    const terms = { ...fields, productId: eth, amount: minor(net + 1n), fee: minor(1n) };
    const plan: EvmPlan = { family: 'evm', nonce, feeMax: 10n ** 10n, feePriority: 10n ** 9n };
    const request = buildRequest(terms, plan);
    const { signedAt = installation, isFormer = false, ...over } = signed;
    const shown = { terms: { ...request.ticket, ...over }, product, installation: signedAt };
    const text = isFormer ? formatFormerPaymentText(shown) : formatPaymentText(shown);
    if (!text.ok) throw new Error(text.refusal);
    const approvals = approvers.map((name) => ({ approver: name, signature: people[name].sign(text.value) }));
    return { ...request, approvals };
  };
  const outcome = async (request: SignRequest) => {
    const answer = await signer.sign(request);
    return answer.ok ? 'signed' : answer.refusal;
  };
  beforeEach(() => open({ caps: capsOfEther, approvals: policy }));

  test('is signed with the approvals of two people, and counts against caps of its own', async () => {
    expect(await outcome(build(50n * ether, []))).toBe('transaction_cap_exceeded');
    expect(await outcome(build(50n * ether, ['ana', 'carla']))).toBe('signed');
    expect(await outcome(build(ether, []))).toBe('signed'); // the automatic caps are as before
    expect(await outcome(build(101n * ether, ['ana', 'diego']))).toBe('transaction_cap_exceeded');
    expect(await outcome(build(100n * ether, ['carla', 'diego']))).toBe('signed');
    expect(await outcome(build(ether, ['carla', 'diego']))).toBe('hourly_cap_exceeded');
    expect(await outcome(build(ether, []))).toBe('signed');
    expect(await outcome(build(ether, []))).toBe('hourly_cap_exceeded');
  });

  test('is replaced by one with higher fees, with the same approvals', async () => {
    const request = build(50n * ether, ['ana', 'carla']);
    expect(await outcome(request)).toBe('signed');
    const plan: EvmPlan = { family: 'evm', nonce, feeMax: 2n * 10n ** 10n, feePriority: 10n ** 9n };
    expect(await outcome({ ...request, plan })).toBe('signed');
  });

  test.each<[string, () => SignRequest]>([
    ['of one person', () => build(50n * ether, ['ana'])],
    ['of one person twice', () => build(50n * ether, ['ana', 'ana'])],
    ['over another amount', () => build(50n * ether, ['ana', 'carla'], { amount: minor(ether) })],
    ['over another receiver', () => build(50n * ether, ['ana', 'carla'], { destination: receiver })],
    ['for another installation', () => build(50n * ether, ['ana', 'carla'], { signedAt: 'other.example' })],
    ['over texts of the version before', () => build(50n * ether, ['ana', 'carla'], { isFormer: true })],
    ['over another ticket', () => build(50n * ether, ['ana', 'carla'], { ticketId: ticketId(999_999) })],
    ['of which one is invalid', () => withSecond((one) => ({ ...one, signature: 'x' }))],
    ['of which one is by a stranger', () => withSecond((one) => ({ ...one, approver: 'eve' }))],
    ['of which one is another person’s', () => withSecond((one) => ({ ...one, approver: 'diego' }))],
  ])('is refused with approvals %s', async (_, create) => {
    expect(await outcome(create())).toBe('approvals_invalid');
  });

  function withSecond(change: (one: PaymentApproval) => PaymentApproval): SignRequest {
    const request = build(50n * ether, ['ana', 'carla']);
    return {
      ...request,
      approvals: request.approvals.map((one, place) => (place === 1 ? change(one) : one)),
    };
  }

  test('has no approvals where the policy has no approvers, or no caps for them', async () => {
    open({ caps: capsOfEther, approvals: null });
    expect(await outcome(build(ether, ['ana', 'carla']))).toBe('approvals_invalid');
    open({ caps: [{ chainId: 31337, productId: eth, ...small }], approvals: policy });
    expect(await outcome(build(ether, ['ana', 'carla']))).toBe('approvals_invalid');
  });

  test('an approval is verified before the payment is requested', async () => {
    const toApprovalRequest = ({ ticket, mac, approvals: [approval] }: SignRequest) => {
      if (approval === undefined) throw new Error('diego approved');
      return { ticket, mac, approval };
    };
    const { ticket, mac, approval } = toApprovalRequest(build(50n * ether, ['diego']));
    const ask = (changes: object) => signer.verifyApproval({ ticket, mac, approval, ...changes });
    expect(await ask({})).toEqual({ ok: true, value: { required: 2 } });
    expect(await ask({ approval: { ...approval, approver: 'eve' } })).toMatchObject({
      refusal: 'approver_unknown',
    });
    expect(await ask({ approval: { ...approval, approver: 'ana' } })).toMatchObject({
      refusal: 'signature_invalid',
    });
    for (const [signed, refusal] of [
      [{ isFormer: true }, 'signature_outdated'],
      [{ signedAt: 'other.example' }, 'signature_invalid'],
    ] as const)
      expect(await signer.verifyApproval(toApprovalRequest(build(50n * ether, ['diego'], signed)))).toEqual({
        ok: false,
        refusal,
      });
    expect(await ask({ mac: '00' })).toMatchObject({ refusal: 'mac_invalid' });
    const other = buildRequest({}, plan());
    expect(await ask({ ticket: other.ticket, mac: other.mac })).toMatchObject({
      refusal: 'product_without_approvals',
    });
  });
});

describe('a second request for a ticket', () => {
  const one = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const another = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const evmPlan: EvmPlan = { family: 'evm', nonce: 70, feeMax: 10n ** 10n, feePriority: 10n ** 9n };
  const small = { chainId: 31337, productId: eth, destination: one, amount: minor(2n), fee: minor(1n) };
  const withTicket = (first: SignRequest, fields: Partial<TicketTerms>, plan: PaymentPlan): SignRequest => {
    const ticket = { ...first.ticket, ...fields };
    const mac = computeTicketMac(macKey, ticket);
    const approval = computeApproval(macKey, mac).toString('hex');
    return { ticket, mac: mac.toString('hex'), approval, approvals: [], plan };
  };

  test.each<[string, Partial<TicketTerms>]>([
    ['another amount', { amount: minor(5_000n * 10n ** 18n) }],
    ['another receiver', { destination: another }],
    ['another product', { productId: usdt }],
    ['another fee, and so another net amount', { fee: minor(0n) }],
  ])('with %s is no other form of its payment', async (_, fields) => {
    const first = buildRequest(small, evmPlan);
    await signed(first);
    const second = withTicket(first, fields, { ...evmPlan, feeMax: 2n * 10n ** 10n });
    expect(await signer.sign(second)).toEqual({ ok: false, refusal: 'ticket_already_signed' });
  });

  test('on Bitcoin with a shared output and a hundred thousand times the amount is refused', async () => {
    const shared = input();
    const first = buildRequest({}, plan({ inputs: [shared] }));
    await signed(first);
    const large = input({ amount: 10n ** 10n });
    const second = withTicket(
      first,
      { amount: minor(10n ** 10n) },
      plan({ inputs: [shared, large], fee: 1_000n, change: 159_000n }),
    );
    expect(await signer.sign(second)).toEqual({ ok: false, refusal: 'ticket_already_signed' });
  });
});

describe('caps count whatever a caller requests', () => {
  const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const pay = (nonce: number, net: bigint, feeMax = 10n ** 10n, request?: SignRequest) => {
    const wanted: EvmPlan = { family: 'evm', nonce, feeMax, feePriority: 1n };
    if (request !== undefined) return signer.sign({ ...request, plan: wanted });
    const fields = { chainId: 31337, productId: eth, destination, amount: minor(net + 1n), fee: minor(1n) };
    return signer.sign(buildRequest(fields, wanted));
  };
  const withFees = (perHour: bigint, perDay: bigint) => ({
    networks: networks.map((network) => ({ ...network, paymentFees: { perHour, perDay } })),
  });

  test('a day has a cap of its own, also after a restart', async () => {
    let now = 1_767_000_000_000;
    const limits = { perTransaction: minor(10n), perHour: minor(10n), perDay: minor(25n) };
    const options = { caps: [{ chainId: 31337, productId: eth, ...limits }], clock: () => now };
    await claims.close();
    open(options);
    for (const nonce of [1, 2]) {
      expect(await pay(nonce, 10n)).toMatchObject({ ok: true });
      now += hourMs;
    }
    await claims.close();
    open(options);
    expect(await pay(3, 6n)).toEqual({ ok: false, refusal: 'daily_cap_exceeded' });
    expect(await pay(3, 5n)).toMatchObject({ ok: true });
    now += dayMs;
    expect(await pay(4, 10n)).toMatchObject({ ok: true });
  });

  test('fees are capped: fifty payments of one unit cannot burn what their fees allow', async () => {
    const gas = 60_000n;
    const dear = 2_000n * 10n ** 9n;
    await claims.close();
    open(withFees(4n * gas * dear, 100n * gas * dear));
    const answers = [];
    for (let nonce = 0; nonce < 50; nonce += 1) answers.push(await pay(nonce, 1n, dear));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
    expect(answers.at(-1)).toEqual({ ok: false, refusal: 'fee_cap_exceeded' });
  });

  test('a replacement counts only what it can burn more, and the same bytes are always signed again', async () => {
    await claims.close();
    open(withFees(60_000n * 30n, 60_000n * 30n));
    const wanted: EvmPlan = { family: 'evm', nonce: 5, feeMax: 10n, feePriority: 1n };
    const fields = { chainId: 31337, productId: eth, destination, amount: minor(2n), fee: minor(1n) };
    const first = buildRequest(fields, wanted);
    await signed(first);
    expect(await pay(5, 1n, 30n, first)).toMatchObject({ ok: true });
    expect(await pay(5, 1n, 31n, first)).toEqual({ ok: false, refusal: 'fee_cap_exceeded' });
    expect(await pay(6, 1n, 1n)).toEqual({ ok: false, refusal: 'fee_cap_exceeded' });
    expect(await pay(5, 1n, 30n, first)).toMatchObject({ ok: true });
    expect(await signer.sign(first)).toMatchObject({ ok: true });
  });

  test("a TRON transfer burns at most the network's limit", async () => {
    const transfer = { chainId: tron, productId: usdt, destination: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' };
    const reference = {
      refBlockBytes: 'abcd',
      refBlockHash: '0123456789abcdef',
      timestamp: 1,
      expiration: 9,
    };
    const request = buildRequest(transfer, { family: 'tron', ...reference, feeLimit: 1_000_001n });
    expect(await signer.sign(request)).toEqual({ ok: false, refusal: 'fees_too_high' });
  });

  test('whatever is requested, no hour and no day exceeds its caps', { timeout: 60_000 }, async () => {
    const limits = { perTransaction: minor(10n), perHour: minor(30n), perDay: minor(60n) };
    const feeCaps = { perHour: 60_000n * 40n, perDay: 60_000n * 90n };
    const step = fc.record({
      ticket: fc.integer({ min: 0, max: 7 }),
      nonce: fc.integer({ min: 0, max: 7 }),
      net: fc.bigInt({ min: 1n, max: 12n }),
      feeMax: fc.bigInt({ min: 1n, max: 20n }),
      waitMs: fc.integer({ min: 0, max: 2 * hourMs }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let now = 1_767_000_000_000;
        await claims.close();
        for (const file of ['claims.mdb', 'claims.mdb-lock']) rmSync(join(dir, file), { force: true });
        open({
          networks: networks.map((network) => ({ ...network, paymentFees: feeCaps })),
          caps: [{ chainId: 31337, productId: eth, ...limits }],
          clock: () => now,
        });
        // What can be mined: for each nonce the payment it was signed for, and its dearest form.
        const signatures: { nonce: number; net: bigint; burnt: bigint; at: number }[] = [];
        for (const { ticket, nonce, net, feeMax, waitMs } of steps) {
          now += waitMs;
          const fields = { ticketId: ticketId(1 + ticket), chainId: 31337, productId: eth, destination };
          const plan: EvmPlan = { family: 'evm', nonce, feeMax, feePriority: 1n };
          const request = buildRequest({ ...fields, amount: minor(net + 1n), fee: minor(1n) }, plan);
          const answer = await signer.sign(request);
          if (answer.ok) signatures.push({ nonce, net, burnt: 60_000n * feeMax, at: now });
        }
        for (const [ms, paidMax, burntMax] of [
          [hourMs, limits.perHour, feeCaps.perHour],
          [dayMs, limits.perDay, feeCaps.perDay],
        ] as const) {
          for (const { at: end } of signatures) {
            // A nonce counts in the window in which it was first signed for.
            const first = new Map<number, (typeof signatures)[number]>();
            for (const one of signatures) if (!first.has(one.nonce)) first.set(one.nonce, one);
            const inWindow = [...first.values()].filter(({ at }) => at <= end && at > end - ms);
            expect(inWindow.reduce((sum, one) => sum + one.net, 0n)).toBeLessThanOrEqual(paidMax);
            const burnt = inWindow.map(({ nonce }) =>
              signatures
                .filter((one) => one.nonce === nonce && one.at <= end)
                .reduce((most, one) => (one.burnt > most ? one.burnt : most), 0n),
            );
            const isOneWindow = signatures.every(({ at }) => at > end - ms);
            if (isOneWindow) expect(burnt.reduce((sum, one) => sum + one, 0n)).toBeLessThanOrEqual(burntMax);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the log of what was signed', () => {
  test('survives a restart', async () => {
    const shared = input();
    const first = buildRequest({}, plan({ inputs: [shared] }));
    const bytes = await signed(first);
    await claims.close();
    open();
    expect(await signed(first)).toEqual(bytes);
    expect(await signer.sign(buildRequest({}, plan({ inputs: [shared] })))).toMatchObject({
      refusal: 'inputs_taken',
    });
  });
});

test('wallets are returned for the families whose networks are served, and for no other', async () => {
  const [evm, bitcoin, third, ...others] = await signer.identity();
  expect([third?.family, others]).toEqual(['tron', []]);
  expect(evm).toMatchObject({ family: 'evm', gasAddress: expect.stringMatching(/^0x/) as string });
  expect(bitcoin).toMatchObject({ family: 'bitcoin', xpub: account.publicExtendedKey, gasAddress: null });
});
