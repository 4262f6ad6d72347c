/** The policy file: what is written is read again, and nothing else is accepted. */
import { parseApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { createFileSigner } from '@salar/approvals/test-signers';
import { productId } from '@salar/protocol';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { localCaps, localProviders } from '@salar/services';
import { expect, test } from 'vitest';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import { parsePolicy } from './parse-policy.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const bitcoin = localBitcoin(productId(1));
const { networks } = localProviders(ids);
const [ana, carla] = ['ana', 'carla'].map((name) => ({
  name,
  key: formatSigningKey(createFileSigner().key),
}));
const approvers = [ana, carla];
const passkeys = { site: 'https://exchange.example', ageHours: 24, registrationsPerDay: 500 };
const policy = buildPolicy({
  networks: [...networks, bitcoin.network],
  caps: [...localCaps(ids), bitcoin.caps],
  approvals: parseApprovalPolicy(JSON.stringify({ required: 2, approvers })),
  passkeys,
});

/** Returns the text of the policy with one field changed. */
function change(path: readonly (string | number)[], value: unknown): string {
  const copy = JSON.parse(formatPolicy(policy)) as Record<string | number, unknown>;
  let place = copy;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
  place[path.at(-1) ?? ''] = value;
  return JSON.stringify(copy);
}

test('a written policy is read again, to the unit', () => {
  expect(parsePolicy(formatPolicy(policy))).toEqual(policy);
});

test('a written policy has its branches of deposit addresses when it is read again', () => {
  const depositBranches = { tron: [{ xpub: 'a' }, { xpub: 'b' }] };
  expect(parsePolicy(formatPolicy({ ...policy, depositBranches }))).toEqual({ ...policy, depositBranches });
});

test.each([
  [['caps', 0, 'perHour'], 800, 'caps.0.perHour'],
  [['caps', 0, 'perDay'], '1.5', 'must be a whole number of minor units as text'],
  [['caps', 0, 'perHour'], '-1', 'must be a whole number of minor units as text'],
  [['caps', 0, 'perWeek'], '1', 'perWeek'],
  [['caps', 0, 'perTransaction'], undefined, 'caps.0.perTransaction'],
  [['networks', 0, 'family'], 'solana', 'networks.0'],
  [['networks', 0, 'assets', 0, 'decimals'], 19, 'networks.0.assets.0.decimals'],
  [['networks', 0, 'coldAddress'], 'x', 'coldAddress'],
  [['networks', 0, 'hotAddress'], 'x', 'hotAddress'],
  [['networks', 2, 'coldDescriptor'], 'wsh(pk(x))', 'networks.2.coldDescriptor a cold descriptor is written'],
  [['approvals'], { required: 1, approvers }, 'must be at least 2'],
  [['approvals'], { required: 4, approvers }, 'has fewer approvers than it requires'],
  [['approvals'], { required: 2, approvers: [ana, { ...carla, name: 'ana' }] }, 'names an approver twice'],
  [['approvals'], { required: 2, approvers: [ana, { ...ana, name: 'carla' }] }, 'has a key twice'],
  [
    ['approvals'],
    { required: 2, approvers: [ana, { ...carla, key: 'ssh-rsa AAAA' }] },
    'must be a public key',
  ],
  [['caps', 0, 'approved', 'perDay'], undefined, 'caps.0.approved.perDay'],
  [['caps', 0, 'newReceivers', 'hours'], 0, 'caps.0.newReceivers.hours'],
  [['caps', 0, 'newReceivers', 'perDay'], 5, 'caps.0.newReceivers.perDay'],
  [['caps', 0, 'perCustomerDay'], '1e3', 'must be a whole number of minor units as text'],
  [['caps', 0, 'passkey', 'perCustomerDay'], undefined, 'caps.0.passkey.perCustomerDay'],
  [['passkeys'], { ...passkeys, ageHours: -1 }, 'passkeys.ageHours'],
  [['passkeys'], { ...passkeys, registrationsPerDay: undefined }, 'passkeys.registrationsPerDay'],
  [['passkeys'], { ...passkeys, site: 'http://exchange.example' }, 'must be like https://exchange.example'],
  [['passkeys'], { ...passkeys, site: 'https://exchange.example/' }, 'must be like https://exchange.example'],
  [['depositBranches'], { evm: [{ xpub: 'a' }] }, 'depositBranches.evm must list the first branch'],
  [['depositBranches'], { evm: [{ xpub: 'a' }, { xpub: 'a' }] }, 'must not have a branch twice'],
  [['depositBranches'], { evm: [{ xpub: 'a' }, { xpub: 'b', index: 1 }] }, 'index'],
  [['depositBranches'], { solana: [{ xpub: 'a' }, { xpub: 'b' }] }, 'solana'],
])('%j set to %j is refused', (path, value, message) => {
  expect(() => parsePolicy(change(path, value))).toThrow(message);
});

test.each([
  ['caps', 'caps.1 has the chainId and productId of caps before it'],
  ['networks.0.assets', 'networks.0.assets.1 has the productId of an asset before it'],
])('%s that are in a policy twice are refused', (place, message) => {
  const copy = JSON.parse(formatPolicy(policy)) as { caps: object[]; networks: { assets: object[] }[] };
  const list = place === 'caps' ? copy.caps : (copy.networks[0]?.assets ?? []);
  list.splice(1, 0, { ...list[0] });
  expect(() => parsePolicy(JSON.stringify(copy))).toThrow(message);
});

test.each([
  ['two TRON networks, whose signatures name none', { family: 'tron', chainId: 1, feeLimit: '1' }],
  ['two Bitcoin networks', { family: 'bitcoin', chainId: 2, kind: 'testnet' }],
])('%s are refused', (_, { family, ...fields }) => {
  const { networks: known, ...rest } = JSON.parse(formatPolicy(policy)) as { networks: object[] };
  const shared = { assets: [], paymentFees: { perHour: '1', perDay: '1' } };
  const one = { family, ...shared, ...fields };
  const others = known.filter((network) => !('family' in network) || network.family !== family);
  expect(() => parsePolicy(JSON.stringify({ ...rest, networks: [...others, one] }))).not.toThrow();
  const second = { ...one, chainId: 77 };
  expect(() => parsePolicy(JSON.stringify({ ...rest, networks: [...others, one, second] }))).toThrow(
    'shares its signatures with a network before it',
  );
});

test('a chain id twice is refused', () => {
  const copy = JSON.parse(formatPolicy(policy)) as { networks: object[] };
  const [first] = copy.networks;
  copy.networks.push({ ...first });
  expect(() => parsePolicy(JSON.stringify(copy))).toThrow('shares its signatures with a network before it');
});

test('a TRON network of an earlier policy has no sweeps; its cold storage is an address of TRON', () => {
  const { networks: known, ...rest } = JSON.parse(formatPolicy(policy)) as { networks: object[] };
  const shared = { assets: [], paymentFees: { perHour: '1', perDay: '1' } };
  const tron = { family: 'tron', chainId: 728_126_428, feeLimit: '1', ...shared };
  const parse = (change: object) =>
    parsePolicy(JSON.stringify({ ...rest, networks: [...known, { ...tron, ...change }] })).networks.at(-1);
  expect(parse({})).toMatchObject({ sweeps: null });
  const coldAddress = 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7';
  expect(parse({ coldAddress })).toMatchObject({ coldAddress });
  const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(() => parse({ coldAddress: other })).toThrow('must be an address with its checksum');
});
