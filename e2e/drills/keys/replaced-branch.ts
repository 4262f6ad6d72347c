/** Replaces the key of deposit addresses on a real signer, by amendments of its sealed policy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitcoinAddresses, toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { openSeed } from '@salar/adapters/files/seed-file';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { DepositBranches, SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { createSshSigner } from '@salar/approvals/test-signers';
import { productId } from '@salar/protocol';
import { findWallet } from '@salar/services';
import type { BitcoinPlan, MoveRequest, SignerWallet } from '@salar/services';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { parsePolicy } from '@salar/signer/policy/parse-policy';
import { SealedPolicy } from '@salar/signer/policy/sealed-policy';
import { Transaction } from '@scure/btc-signer';
import { DrilledSigner, ids } from './drilled-signer.ts';

const hourMs = 3_600_000;
const btc = productId(1);
const { network: bitcoin, caps: bitcoinCaps } = localBitcoin(btc);
/** Place 7 of the first branch, and of the second one. */
const [former, present] = [7, 2 ** 31 + 7] as const;
const people = { ana: createSshSigner(), carla: createSshSigner(), diego: createSshSigner() };
type Person = keyof typeof people;
type NextPolicy = SignerPolicy & { readonly depositBranches: DepositBranches };

export type Show = (what: string, seen: boolean) => void;

/** The steps of docs/keys/deposit-addresses.md. */
export async function showReplacedBranch(show: Show): Promise<void> {
  console.log('\nreplacing the key of deposit addresses');
  const signer = await DrilledSigner.prepare();
  signer.run('init');
  const policyFile = join(signer.folder, 'policy.json');
  const policy = extendPolicy(parsePolicy(readFileSync(policyFile, 'utf8')));
  writeFileSync(policyFile, formatPolicy(policy));
  await signer.start();
  const before = await signer.listWallets();
  show('an address of a branch that the policy does not have is not swept', await isRefused(signer, present));
  await signer.stop();

  const next = { ...policy, depositBranches: readNextBranches(signer) };
  await showForeignBranch(show, signer, next);
  await showAmendment(show, signer, writePolicy(signer, next, 'next.json'));
  await signer.start();
  await showAddresses(show, signer, before);
  await signer.stop();

  const removed = signer.run('amendment-text', '--policy', writePolicy(signer, policy, 'removed.json'));
  show('no amendment removes a branch', removed.includes('lacks a branch of deposit addresses'));
  await signer.end();
}

/** Adds approvers, so that the signer seals the policy, and a Bitcoin network. */
function extendPolicy(policy: SignerPolicy): SignerPolicy {
  const approvers = Object.entries(people).map(([name, { key }]) => ({ name, key: formatSigningKey(key) }));
  return parsePolicy(
    formatPolicy({
      ...policy,
      networks: [...policy.networks, { ...toPolicyNetwork(), family: 'bitcoin' }],
      caps: [...policy.caps, bitcoinCaps],
      approvals: { required: 2, approvers, amendments: { required: 2, delayHours: 1 } },
    }),
  );
}

function toPolicyNetwork() {
  const { chainId, kind, paymentFees } = bitcoin;
  return { chainId, kind, paymentFees, assets: [{ productId: btc, contract: null, decimals: 8 }] };
}

/** Has the signer print the next branch of each family. */
function readNextBranches(signer: DrilledSigner): DepositBranches {
  const families = ['evm', 'bitcoin'] as const;
  const printed = families.map((family) => {
    const text = signer.run('deposit-branch', family);
    return (JSON.parse(text) as { readonly depositBranches: DepositBranches }).depositBranches;
  });
  return Object.assign({}, ...printed) as DepositBranches;
}

/** Tries the branch of another signer, whose seed this one does not have. */
async function showForeignBranch(show: Show, signer: DrilledSigner, policy: NextPolicy): Promise<void> {
  const other = await DrilledSigner.prepare();
  other.run('init');
  const { depositBranches } = JSON.parse(other.run('deposit-branch', 'evm')) as NextPolicy;
  await other.end();
  const evm = [policy.depositBranches.evm?.[0], depositBranches.evm?.[1]].flatMap((one) => one ?? []);
  const foreign = { ...policy, depositBranches: { ...policy.depositBranches, evm } };
  const refused = signer.run('amendment-text', '--policy', writePolicy(signer, foreign, 'foreign.json'));
  show(
    'a branch of another seed gets no text to sign',
    refused.includes('depositBranches.evm.1') && refused.includes('one of another seed is not possible'),
  );
}

async function showAmendment(show: Show, signer: DrilledSigner, file: string): Promise<void> {
  const alone = amend(signer, file, ['ana']);
  show('one approver is not enough', alone.includes('the signatures are not enough'));
  const amended = amend(signer, file, ['ana', 'carla']);
  show(
    'two approvers amend the policy, after its delay',
    amended.startsWith('the amendment takes effect at'),
  );
  const wallet = await signer.start();
  show('until then there is one branch', wallet.depositBranches === undefined);
  await signer.stop();
  passDelay(signer);
}

async function showAddresses(
  show: Show,
  signer: DrilledSigner,
  before: readonly SignerWallet[],
): Promise<void> {
  const wallets = await signer.listWallets();
  const [evm, btcWallet] = [findWallet(wallets, 'evm'), findWallet(wallets, 'bitcoin')];
  const derive = evmAddresses(evm);
  show(
    'former addresses are the same',
    derive.derive(former) === evmAddresses(findWallet(before, 'evm')).derive(former),
  );
  show(
    'new ones have another key',
    derive.firstIndex === 2 ** 31 + 1 && derive.derive(present) !== derive.derive(former),
  );
  for (const [nonce, [name, index]] of (
    [
      ['a former', former],
      ['a new', present],
    ] as const
  ).entries()) {
    const { from, to } = await sweepEvm(signer, index, nonce);
    const isSwept = from === derive.derive(index) && to === evm.hotAddress.toLowerCase();
    show(`${name} address of an EVM network is swept to the hot wallet`, isSwept);
  }
  const scheme = bitcoinAddresses(btcWallet, bitcoin.kind);
  show('new addresses of Bitcoin have another key', scheme.derive(present) !== scheme.derive(former));
  show(
    'addresses of both are swept to the hot wallet',
    (await sweepBitcoin(signer)) === btcWallet.hotAddress,
  );
}

async function isRefused(signer: DrilledSigner, index: number): Promise<boolean> {
  return (await signer.sign(buildSweep(index, 0))) === 'request_malformed';
}

function buildSweep(index: number, nonce: number): MoveRequest {
  const plan = { family: 'evm', nonce, feeMax: 10n ** 10n, feePriority: 10n ** 9n } as const;
  return { kind: 'sweep', chainId: 31337, productId: ids.eth, amount: 10n ** 16n, index, plan };
}

async function sweepEvm(
  signer: DrilledSigner,
  index: number,
  nonce: number,
): Promise<{ readonly from: string; readonly to: string }> {
  const move = await signer.move(buildSweep(index, nonce));
  return typeof move === 'string' ? { from: move, to: move } : move;
}

/** Sweeps an output of each branch. @returns the receiver */
async function sweepBitcoin(signer: DrilledSigner): Promise<string | null> {
  const inputs = [former, present].map((index, vout) => ({
    txId: 'ab'.repeat(32),
    vout,
    amount: 10n ** 8n,
    branch: 0 as const,
    index,
  }));
  const plan: BitcoinPlan = {
    family: 'bitcoin',
    inputs,
    fee: 10_000n,
    change: 0n,
    changeBranch: 3,
    changeIndex: 0,
  };
  const amount = 2n * 10n ** 8n - plan.fee;
  const raw = await signer.sign({ kind: 'sweep', chainId: bitcoin.chainId, productId: btc, amount, plan });
  const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'));
  const { script } = transaction.getOutput(0);
  return script === undefined || transaction.outputsLength !== 1
    ? null
    : toScriptAddress(script, bitcoin.kind);
}

function writePolicy(signer: DrilledSigner, policy: SignerPolicy, name: string): string {
  const path = join(signer.folder, name);
  writeFileSync(path, formatPolicy(policy));
  return path;
}

/** Has people sign the amendment to a policy, and stores it. @returns what the signer printed */
function amend(signer: DrilledSigner, policy: string, names: readonly Person[]): string {
  const text = `${signer.run('amendment-text', '--policy', policy)}\n`;
  const signatures = names.flatMap((name) => {
    const path = join(signer.folder, `${name}.sig`);
    writeFileSync(path, people[name].sign(text));
    return ['--signature', `${name}=${path}`];
  });
  return signer.run('amend', '--policy', policy, ...signatures);
}

/** Opens the sealed policy as the signer's start does, with a clock that is ahead by the delay. */
function passDelay(signer: DrilledSigner): void {
  const passphrase = readFileSync(join(signer.folder, 'passphrase'), 'utf8').trim();
  const { root } = openSeed(signer.seedFile, passphrase);
  const path = join(signer.folder, 'data', 'policy.sealed.json');
  const clock = () => Date.now() + hourMs;
  new SealedPolicy({ path, root, installation: 'exchange.example', clock }).open();
}
