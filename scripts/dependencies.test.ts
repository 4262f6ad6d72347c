/** Checks the rules about dependencies that need no network. `npm run dependencies` checks the others. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findAuditFailure, judgeAdvisories, readAcceptedAdvisories } from './dependencies/advisories.ts';
import { findNewReleases, findYoungReleases } from './dependencies/ages.ts';
import { findMissingFromBill, toProductionBill } from './dependencies/bill-of-materials.ts';
import { findLicenceProblems } from './dependencies/licences.ts';
import { listDirectPackages, readReleases } from './dependencies/releases.ts';
import type { Release } from './dependencies/releases.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workspaces = ['packages', 'apps']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`))
  .filter((path) => existsSync(join(root, path)));
const releases = readReleases(read('package-lock.json'));
const direct = listDirectPackages(workspaces.map(read));

test('every direct dependency has its sentence, and the page counts them', () => {
  const page = read('docs/dependencies.md');
  const rows = [...page.matchAll(/^\| `(?<name>[^`]+)` +\| (?<sentence>.*?) +\|$/gm)];
  expect(rows).toHaveLength(direct.size);
  expect(new Set(rows.map(({ groups }) => groups?.['name']))).toEqual(new Set(direct.keys()));
  for (const { groups } of rows) expect(groups?.['sentence']).toMatch(/^(?:\S+ ){2,}\S+\.$/);
  expect(page).toContain(`there are ${direct.size}.`);
});

test('versions are exact, and every release is the registry’s, with a SHA-512', () => {
  for (const [name, version] of direct)
    expect(`${name} ${version}`).toMatch(/^\S+ \d+\.\d+\.\d+(?:-[\w.]+)?$/);
  expect(releases.length).toBeGreaterThan(500);
  for (const { name, integrity, source } of releases)
    expect({ name, integrity, source }).toEqual({
      name,
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      source: undefined,
    });
});

test('the production tree has no bcoin, and nothing else of the local profile or of tests', () => {
  const production = new Set(releases.filter(({ isInProduction }) => isInProduction).map(({ name }) => name));
  expect(production).toContain('fastify');
  const unwanted =
    'bcoin bcrypto elliptic secp256k1 @foundry-rs/anvil @safe-global/safe-smart-account mailparser smtp-server ' +
    'foxbit-api jsqr lighthouse msw vite esbuild solc vitest playwright';
  expect(unwanted.split(' ').filter((name) => production.has(name))).toEqual([]);
  for (const name of unwanted.split(' ')) expect(releases.map((release) => release.name)).toContain(name);
});

const sample: Release = {
  name: 'sample',
  version: '1.0.0',
  license: 'MIT',
  integrity: undefined,
  source: undefined,
  isInProduction: true,
};

test('licences are on the list', () => {
  expect(findLicenceProblems(releases)).toEqual([]);
  for (const license of ['GPL-3.0', 'MPL-2.0', undefined, 'MIT AND GPL-3.0', 'GPL-3.0 OR AGPL-3.0'])
    expect(findLicenceProblems([{ ...sample, license }])).toHaveLength(1);
  for (const license of ['(MIT OR GPL-3.0)', '(MIT AND ISC)'])
    expect(findLicenceProblems([{ ...sample, license }])).toEqual([]);
  expect(findLicenceProblems([{ ...sample, license: 'MPL-2.0', isInProduction: false }])).toEqual([]);
  // An exception is for tests: in production it would be a decision.
  expect(findLicenceProblems([{ ...sample, name: 'memorystream', license: undefined }])).toHaveLength(1);
});

test('the bill of materials has what production installs, and nothing of development', () => {
  const tool = { ...sample, name: 'tool', isInProduction: false };
  const lost = { ...sample, name: 'lost' };
  const printed = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'folder', version: '0.1.0' } },
    components: [{ 'bom-ref': 'sample@1.0.0' }, { 'bom-ref': 'tool@1.0.0|node_modules/tool' }],
    dependencies: [
      { ref: 'sample@1.0.0', dependsOn: ['tool@1.0.0|node_modules/tool'] },
      { ref: 'tool@1.0.0|node_modules/tool' },
    ],
  };
  const bill = toProductionBill(printed, [sample, tool, lost]);
  expect(bill).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'salar', version: '0.1.0' } },
    components: [{ 'bom-ref': 'sample@1.0.0' }],
    dependencies: [{ ref: 'sample@1.0.0', dependsOn: [] }],
  });
  if (bill === null) throw new Error('the bill was not read');
  expect(findMissingFromBill(bill, [sample, tool, lost])).toEqual([
    'lost@1.0.0 is installed in production and not in the bill',
  ]);
  expect(toProductionBill({ error: {} }, [])).toBeNull();
});

test('an advisory fails unless it is accepted, by id and package, until a day', () => {
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
  const cause = { source: 1, name: 'sample', title: 'Signs anything', url, severity: 'high' };
  const output = JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { sample: { via: [cause] }, parent: { via: ['sample'] } },
  });
  const entry = {
    id: 'GHSA-aaaa-bbbb-cccc',
    package: 'sample',
    reason: 'the local profile signs worthless coins with it',
    until: '2026-12-31',
  };
  const judge = (accepted: object[], today = '2026-12-01') =>
    judgeAdvisories(output, readAcceptedAdvisories(JSON.stringify(accepted)), today);
  expect(judge([])).toEqual(['GHSA-aaaa-bbbb-cccc sample: high: Signs anything']);
  expect(judge([entry])).toEqual([]);
  expect(judge([entry], '2026-12-31')).toEqual([]);
  expect(judge([entry], '2027-01-01')).toEqual([expect.stringContaining('was accepted until 2026-12-31')]);
  expect(judge([{ ...entry, until: '2027-03-02' }])).toEqual([
    expect.stringContaining('accepted for more than 90 days'),
  ]);
  expect(judge([{ ...entry, until: '2027-03-01' }])).toEqual([]);
  expect(judge([{ ...entry, package: 'other' }])).toHaveLength(2);
  expect(judge([entry, { ...entry, id: 'GHSA-dddd-bbbb-cccc' }])).toEqual([
    expect.stringContaining('is not reported any more'),
  ]);
  for (const missing of ['id', 'package', 'reason', 'until'])
    expect(() => judge([{ ...entry, [missing]: undefined }])).toThrow(missing);
  expect(readAcceptedAdvisories(read('scripts/dependencies/accepted-advisories.json'))).toEqual(
    expect.any(Array),
  );
});

test('a registry that does not answer is not taken for a report without advisories', () => {
  expect(findAuditFailure('{"message": "405 Method Not Allowed", "error": {}}')).toBe(
    '405 Method Not Allowed',
  );
  expect(findAuditFailure('{"error": {"code": "ENOTFOUND", "summary": "no such host"}}')).toBe(
    'no such host',
  );
  for (const output of ['', '{}', 'npm error'])
    expect(findAuditFailure(output)).toBe('npm audit printed no report');
  expect(findAuditFailure('{"auditReportVersion": 2, "vulnerabilities": {}}')).toBeNull();
});

test('a release younger than a week fails, and so does one that the registry does not have', async () => {
  const young = { ...sample, version: '1.0.1' };
  const strange = { ...sample, version: '9.9.9' };
  const added = findNewReleases([sample, young, strange], [sample]);
  expect(added).toEqual([young, strange]);
  const time = { '1.0.0': '2026-01-01T00:00:00Z', '1.0.1': '2026-11-20T12:00:00Z' };
  const find = (now: string) => findYoungReleases(added, new Date(now), async () => ({ time }));
  const unknown = 'sample@9.9.9: the registry does not have it';
  expect(await find('2026-11-27T11:00:00Z')).toEqual(['sample@1.0.1: was published 7.0 days ago', unknown]);
  expect(await find('2026-11-27T12:00:00Z')).toEqual([unknown]);
});
