/**
 * `npm run drill -- keys` carries out the steps of docs/keys/ on a real signer with a seed and a token of SoftHSM, and prints what
 * each of them showed.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeed } from '@salar/adapters/files/seed-file';
import type { MoveRequest, SignerWallet } from '@salar/services';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { openSoftToken } from '@salar/testing/keys/soft-token';
import { DrilledSigner, ids } from './drilled-signer.ts';
import { showReplacedBranch } from './replaced-branch.ts';
import { buildPayment, formatRing, newMacKey } from './mac-key-payments.ts';

const ether = 10n ** 18n;
const counts = { passed: 0, failed: 0 };

/** Runs all pages. @returns how many of the things they promise were seen */
export async function runKeysDrill(): Promise<{ passed: number; failed: number }> {
  counts.passed = 0;
  counts.failed = 0;
  const folder = mkdtempSync(join(tmpdir(), 'salar-keys-drill-files-'));
  const signer = await DrilledSigner.prepare();
  try {
    const token = createToken(signer);
    const wallet = await showCeremony(signer, token);
    await showBackup(signer, wallet);
    await showRotation(signer, wallet, token);
    await showLoss(signer, folder);
    await showCompromise(signer);
  } finally {
    await signer.end();
  }
  await showRenewal();
  await showReplacedBranch(show);
  await showMacKeys();
  rmSync(folder, { recursive: true, force: true });
  return { ...counts };
}

function show(what: string, seen: boolean): void {
  counts[seen ? 'passed' : 'failed'] += 1;
  console.log(`  ${seen ? 'seen' : 'NOT SEEN'}: ${what}`);
}

type Place = (keyLabel: string) => {
  pkcs11: { module: string; tokenLabel: string; pinFile: string; keyLabel: string };
};

/** Initialises a token, and writes its PIN into a file of the signer. */
function createToken(signer: DrilledSigner): Place {
  const { module, tokenLabel, pin } = openSoftToken();
  writeFileSync(join(signer.folder, 'pin'), pin, { mode: 0o600 });
  return (keyLabel) => ({ pkcs11: { module, tokenLabel, pinFile: 'pin', keyLabel } });
}

async function showCeremony(signer: DrilledSigner, token: Place): Promise<SignerWallet> {
  console.log('\ncreating keys');
  show('a seed is created', signer.run('init').startsWith('key of the journal'));
  show('and not a second time', signer.run('init').includes('exists already'));
  signer.setKeyStores({ 'evm/hot': token('evm-hot-1') });
  const address = signer.run('init-key', 'evm/hot');
  show(`the token has the hot wallet ${address}`, /^0x[0-9a-fA-F]{40}$/.test(address));
  show('no second key of its label', signer.run('init-key', 'evm/hot').includes('already'));
  const wallet = await signer.start();
  show('the signer starts with this wallet', wallet.hotAddress === address);
  await signer.stop();
  return wallet;
}

async function showBackup(signer: DrilledSigner, wallet: SignerWallet): Promise<void> {
  console.log('\nbackup');
  const restored = await DrilledSigner.prepare();
  restored.restoreFrom(signer);
  const again = await restored.start();
  show('the restored seed has the same deposit addresses', again.xpub === wallet.xpub);
  show('and the same gas wallet', again.gasAddress === wallet.gasAddress);
  show('the key of the token is not in it', again.hotAddress !== wallet.hotAddress);
  await restored.stop();
  writeFileSync(join(restored.folder, 'passphrase'), 'another passphrase, of some length');
  const reason = await findRefusal(restored);
  show('it does not open with another passphrase', reason.includes('does not open'));
  await restored.end();
}

async function showRotation(signer: DrilledSigner, before: SignerWallet, token: Place): Promise<void> {
  console.log('\nreplacing the key of the hot wallet');
  signer.setKeyStores({ 'evm/hot': token('evm-hot-2'), 'evm/former-hot': token('evm-hot-1') });
  const address = signer.run('init-key', 'evm/hot');
  const wallet = await signer.start();
  show(`the hot wallet is ${address}`, wallet.hotAddress === address && address !== before.hotAddress);
  show('the former one is watched', wallet.former?.hotAddress === before.hotAddress);
  show('its money goes to the present one', isMove(await signer.move(carry(0)), before.hotAddress, address));
  show('deposit addresses are the same', wallet.xpub === before.xpub);
  await signer.stop();
}

async function showLoss(signer: DrilledSigner, folder: string): Promise<void> {
  console.log('\nloss of the token');
  const tokens = /directories\.tokendir = (.*)/.exec(
    readFileSync(process.env['SOFTHSM2_CONF'] ?? '', 'utf8'),
  );
  const place = tokens?.[1] ?? '';
  const backup = join(folder, 'tokens');
  cpSync(place, backup, { recursive: true });
  const before = await signer.start();
  await signer.stop();
  rmSync(place, { recursive: true });
  mkdirSync(place);
  const reason = await findRefusal(signer);
  show('without it the signer says that it is not present', reason.includes('is not present'));
  await signer.stop();
  rmSync(place, { recursive: true });
  renameSync(backup, place);
  const wallet = await signer.start();
  show('its backup has the same wallet', wallet.hotAddress === before.hotAddress);
  show('which signs', isMove(await signer.move(refill(0)), wallet.hotAddress, wallet.gasAddress));
  await signer.stop();
}

async function showCompromise(signer: DrilledSigner): Promise<void> {
  console.log('\ncompromise of the seed');
  const passphrase = readFileSync(join(signer.folder, 'passphrase'), 'utf8').trim();
  const stolen = new SeedKeys(openSeed(signer.seedFile, passphrase), 'regtest');
  const wallet = await signer.start();
  await signer.stop();
  const reach = async (name: 'evm/hot' | 'evm/gas') => formatEvmAddress(await stolen.publicKey(name));
  show('somebody who has it has the gas wallet', (await reach('evm/gas')) === wallet.gasAddress);
  show('and not the hot wallet in the token', (await reach('evm/hot')) !== wallet.hotAddress);

  const clean = await DrilledSigner.prepare();
  clean.run('init');
  const { hotAddress: safe } = await clean.start();
  await clean.end();
  const moved = await DrilledSigner.prepare(safe);
  moved.restoreFrom(signer);
  const source = await moved.start();
  const sweep = { kind: 'sweep', ...shared(0), productId: ids.eth, index: 7 } as const;
  const swept = await moved.move(sweep);
  show('deposits go to its hot wallet', typeof swept !== 'string' && isSame(swept.to, source.hotAddress));
  const cold = { kind: 'cold', ...shared(0), productId: ids.eth } as const;
  show(`and from there to a new seed's ${safe}`, isMove(await moved.move(cold), source.hotAddress, safe));
  await moved.end();
}

async function showRenewal(): Promise<void> {
  console.log('\na seed of version 0.1');
  const signer = await DrilledSigner.prepare();
  const vectors = join(import.meta.dirname, '../../../packages/signer/src/families/signed-by-version-1.json');
  const { seed } = JSON.parse(readFileSync(vectors, 'utf8')) as { readonly seed: object };
  writeFileSync(signer.seedFile, JSON.stringify(seed), { mode: 0o600 });
  writeFileSync(join(signer.folder, 'passphrase'), 'the passphrase of the stored vectors');
  const before = await signer.start();
  await signer.stop();
  show('has layout 1', before.keyLayout === 1);
  show('gets layout 2', signer.run('renew-layout').includes('layout 2 from the next start on'));
  const after = await signer.start();
  show('with other wallets', after.keyLayout === 2 && after.hotAddress !== before.hotAddress);
  show('and the same deposit addresses', after.xpub === before.xpub);
  show(
    'the money follows',
    isMove(await signer.move(carry(0)), before.hotAddress, after.hotAddress) &&
      isMove(await signer.move({ kind: 'carry_gas', ...shared(0) }), before.gasAddress, after.gasAddress),
  );
  await signer.end();
}

/** The exchange and the signer get the new key one after the other, and tickets of both keys are paid meanwhile. */
async function showMacKeys(): Promise<void> {
  console.log("\nreplacing the key of the tickets' MACs");
  const signer = await DrilledSigner.prepare();
  signer.run('init');
  const [former, current] = [newMacKey(1), newMacKey(2)];
  const pay = (ticketRing: KeyRing, ring: KeyRing) => signer.pay(buildPayment(ticketRing, ring));
  const restartWith = async (ring: KeyRing) => {
    await signer.stop();
    signer.setTicketKeys(formatRing(ring));
    await signer.start();
  };
  await restartWith([former]);
  show('a ticket of the former key is paid', (await pay([former], [former])) === 'signed');
  show(
    'the exchange alone has the new one: payments wait',
    (await pay([former], [current, former])) === 'mac_key_unknown',
  );
  await restartWith([current, former]);
  show('the signer has both: open tickets are paid', (await pay([former], [current, former])) === 'signed');
  show('and new ones', (await pay([current, former], [current, former])) === 'signed');
  show('and those of an exchange that has the former one only', (await pay([former], [former])) === 'signed');
  await restartWith([current]);
  show('the former key is removed: new tickets are paid', (await pay([current], [current])) === 'signed');
  show('and what has a MAC of it is refused', (await pay([former], [current])) === 'mac_key_unknown');
  await signer.end();
}

/** Starts a signer that should not start. @returns its reason */
async function findRefusal(signer: DrilledSigner): Promise<string> {
  return signer.start().then(
    () => 'it has started',
    (error: unknown) => String(error),
  );
}

function shared(nonce: number) {
  const plan = { family: 'evm', nonce, feeMax: 10n ** 10n, feePriority: 10n ** 9n } as const;
  return { chainId: 31337, amount: ether / 100n, plan };
}

function carry(nonce: number): MoveRequest {
  return { kind: 'carry_hot', ...shared(nonce), productId: ids.eth };
}

function refill(nonce: number): MoveRequest {
  return { kind: 'refill', ...shared(nonce) };
}

function isMove(
  move: { readonly from: string; readonly to: string } | string,
  from: string | null,
  to: string | null,
): boolean {
  return typeof move !== 'string' && isSame(move.from, from) && isSame(move.to, to);
}

function isSame(left: string, right: string | null): boolean {
  return left.toLowerCase() === right?.toLowerCase();
}
