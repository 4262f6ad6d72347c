/** The sealed policy changes only with enough signatures, after the delay, and never by its files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { createSecurityKey, createSshSigner } from '@salar/approvals/test-signers';
import { minor, productId } from '@salar/protocol';
import { localCaps, localProviders } from '@salar/services';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parsePolicy } from './parse-policy.ts';
import { SealedPolicy } from './sealed-policy.ts';

const hourMs = 3_600_000;
const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const people = { ana: createSshSigner(), carla: createSecurityKey(), diego: createSshSigner() };
type Person = keyof typeof people;
const toApprovers = (signers: Readonly<Record<string, Pick<typeof people.ana, 'key'>>>) =>
  Object.entries(signers).map(([name, { key }]) => ({ name, key: formatSigningKey(key) }));
const first = buildPolicy({
  networks: localProviders(ids).networks,
  caps: localCaps(ids),
  approvals: {
    required: 2,
    approvers: toApprovers(people),
    amendments: { required: 2, delayHours: 48 },
  },
});
const withCap = (perHour: bigint): SignerPolicy => ({
  ...first,
  caps: first.caps.map((caps, place) => (place === 0 ? { ...caps, perHour: minor(perHour) } : caps)),
});
const larger = withCap(10n ** 24n);
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));

let dir: string;
let path: string;
let now: number;
let sealed: SealedPolicy;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-policy-'));
  path = join(dir, 'policy.sealed.json');
  now = Date.UTC(2026, 0, 5);
  sealed = open();
  sealed.seal(first);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(seed = root, installation = 'exchange.example'): SealedPolicy {
  return new SealedPolicy({ path, root: seed, installation, clock: () => now });
}

function formatText(next: SignerPolicy): string {
  const text = sealed.formatAmendment(next);
  if (!text.ok) throw new Error(text.refusal);
  return text.value;
}
const signText = (text: string, names: readonly Person[]) =>
  names.map((name) => ({ name, signature: people[name].sign(text) }));
const sign = (next: SignerPolicy, names: readonly Person[]) => signText(formatText(next), names);

describe('an amendment', () => {
  test('shows what it changes, and takes effect after the delay', async () => {
    const text = formatText(larger);
    expect(text).toContain(
      'change: caps[chainId=31337 productId=2].perHour: "800000000000000000000" -> "1000000000000000000000000"\n',
    );
    const effectiveAt = now + 48 * hourMs;
    expect(await sealed.amend(larger, signText(text, ['ana', 'carla']))).toEqual({
      ok: true,
      value: { effectiveAt },
    });
    expect(sealed.readPending()).toMatchObject({ effectiveAt, signedBy: ['ana', 'carla'] });
    now = effectiveAt - 1;
    expect(open().open()).toEqual(first);
    now = effectiveAt;
    expect(open().open()).toEqual(larger);
    expect(sealed.readPending()).toBeNull();
  });

  test.each<[string, readonly Person[]]>([
    ['one person', ['ana']],
    ['one person twice', ['ana', 'ana']],
    ['no one', []],
  ])('signed by %s has no effect', async (_, names) => {
    expect(await sealed.amend(larger, sign(larger, names))).toMatchObject({
      refusal: 'signatures_insufficient',
    });
    expect(sealed.readPending()).toBeNull();
  });

  test('is signed for one policy only', async () => {
    const other = sign(withCap(10n ** 22n), ['ana', 'carla']);
    expect(await sealed.amend(larger, other)).toMatchObject({ refusal: 'signatures_insufficient' });
  });

  test('is signed for one installation only', async () => {
    const elsewhere = open(root, 'other.example').formatAmendment(larger);
    if (!elsewhere.ok) throw new Error(elsewhere.refusal);
    expect(await sealed.amend(larger, signText(elsewhere.value, ['ana', 'carla']))).toMatchObject({
      refusal: 'signatures_insufficient',
    });
    expect(formatText(larger)).toContain('\ninstallation: exchange.example\n');
  });

  test('is not decided by the approvers that it adds', async () => {
    const thieves = { eve: createSshSigner(), mallory: createSshSigner() };
    const next = {
      ...first,
      approvals: { ...first.approvals, approvers: toApprovers(thieves) },
    } as SignerPolicy;
    const text = formatText(next);
    const signatures = Object.entries(thieves).map(([name, one]) => ({ name, signature: one.sign(text) }));
    expect(await sealed.amend(next, signatures)).toMatchObject({ refusal: 'signatures_insufficient' });
  });

  test('is used once: the same signatures do not repeat it', async () => {
    const signatures = sign(larger, ['ana', 'carla']);
    await sealed.amend(larger, signatures);
    now += 48 * hourMs;
    sealed.open();
    await sealed.amend(first, sign(first, ['ana', 'diego']));
    now += 48 * hourMs;
    expect(sealed.open()).toEqual(first);
    expect(await sealed.amend(larger, signatures)).toMatchObject({ refusal: 'signatures_insufficient' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['was dropped', async () => sealed.dropPending()],
    ['was replaced', () => sealed.amend(withCap(7n), sign(withCap(7n), ['ana', 'diego']))],
  ])('that %s is not stored again by the same signatures', async (_, end) => {
    const signatures = sign(larger, ['ana', 'carla']);
    await sealed.amend(larger, signatures);
    await end();
    const pending = sealed.readPending();
    expect(await sealed.amend(larger, signatures)).toMatchObject({ refusal: 'signatures_insufficient' });
    expect(sealed.readPending()).toEqual(pending);
  });

  test('that waits can be dropped, and without changes there is none', async () => {
    await sealed.amend(larger, sign(larger, ['ana', 'carla']));
    expect(sealed.dropPending()).toBe(true);
    expect(sealed.dropPending()).toBe(false);
    now += 48 * hourMs;
    expect(sealed.open()).toEqual(first);
    expect(sealed.formatAmendment(first)).toMatchObject({ refusal: 'policy_unchanged' });
  });
});

test('an amendment adds a branch of deposit addresses, and none removes one', async () => {
  const branches = (...xpubs: readonly string[]): SignerPolicy => ({
    ...first,
    depositBranches: { evm: xpubs.map((xpub) => ({ xpub })) },
  });
  const added = branches('xpub-one', 'xpub-two');
  expect(formatText(added)).toContain('change: depositBranches.evm[1].xpub: (none) -> "xpub-two"\n');
  await sealed.amend(added, sign(added, ['ana', 'carla']));
  now += 48 * hourMs;
  expect(sealed.open()).toEqual(added);
  for (const next of [first, branches('xpub-two', 'xpub-one'), branches('xpub-one', 'xpub-three')])
    expect(sealed.formatAmendment(next)).toEqual({ ok: false, refusal: 'deposit_branch_removed' });
  expect(formatText(branches('xpub-one', 'xpub-two', 'xpub-three'))).toContain('xpub-three');
});

describe('the file', () => {
  test('is refused when anything in it was changed', async () => {
    await sealed.amend(larger, sign(larger, ['ana', 'carla']));
    const text = readFileSync(path, 'utf8');
    const changes: readonly (readonly [string, string])[] = [
      ['800000000000000000000', '900000000000000000000'],
      ['"amended": 1', '"amended": 0'],
      [`"effectiveAt": ${now + 48 * hourMs}`, `"effectiveAt": ${now}`],
      ['"carla"', '"diego"'],
    ];
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
      expect(() => open().open()).toThrow('was changed by somebody without the seed');
    }
  });

  test('of another seed is refused', () => {
    const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(6));
    expect(() => open(other).open()).toThrow('belongs to another seed');
  });

  test('keeps the first policy when another one is to be sealed', () => {
    open().seal(larger);
    expect(open().open()).toEqual(first);
  });
});

test('a cap that is in a policy twice is refused: the first one counts, and the text of an amendment shows the last', () => {
  const [caps] = first.caps;
  if (caps === undefined) throw new Error('there are caps');
  const unlimited = {
    ...caps,
    perTransaction: minor(10n ** 30n),
    perHour: minor(10n ** 30n),
    perDay: minor(10n ** 30n),
  };
  const innocent = withCap(10n ** 24n);
  const hidden: SignerPolicy = { ...innocent, caps: [unlimited, ...innocent.caps] };
  expect.soft(() => parsePolicy(formatPolicy(hidden))).toThrow(/caps/);
  expect(formatText(hidden)).toContain('1000000000000000000000000000000');
});
