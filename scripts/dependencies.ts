/**
 * `npm run dependencies`: writes the bill of materials to dist/bill-of-materials.json (CycloneDX), and checks licences,
 * advisories, signatures and the age of releases. What needs the registry and gets no answer is counted as not checked.
 *
 *   npm run dependencies                      looks at releases that the lock file of a week ago did not have
 *   npm run dependencies -- --against REF     at those that the lock file of a commit did not have
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  findAuditFailure,
  judgeAdvisories,
  parseJson,
  readAcceptedAdvisories,
} from './dependencies/advisories.ts';
import { findNewReleases, findYoungReleases, minimumAgeDays } from './dependencies/ages.ts';
import { findMissingFromBill, toProductionBill } from './dependencies/bill-of-materials.ts';
import { findLicenceProblems } from './dependencies/licences.ts';
import { readReleases } from './dependencies/releases.ts';

const root = resolve(import.meta.dirname, '..');
const releases = readReleases(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const counts = { passed: 0, failed: 0, 'not checked': 0 };
/** Thrown by a check that could not be made. */
class NotChecked extends Error {}

await check('licences', () => findLicenceProblems(releases));
await check('bill of materials', writeBillOfMaterials);
await check('advisories', () => {
  const { stdout } = runNpm('audit', '--json', '--audit=true');
  const failure = findAuditFailure(stdout);
  if (failure !== null) throw new NotChecked(failure);
  const accepted = readFileSync(join(import.meta.dirname, 'dependencies/accepted-advisories.json'), 'utf8');
  return judgeAdvisories(stdout, readAcceptedAdvisories(accepted), new Date().toISOString().slice(0, 10));
});
await check('signatures', () => {
  const { stdout, stderr } = runNpm('audit', 'signatures', '--json');
  const report = z
    .object({ invalid: z.array(z.object({ name: z.string(), version: z.string() })) })
    .safeParse(parseJson(stdout));
  if (!report.success) throw new NotChecked(findAuditFailure(stdout) ?? stderr);
  return report.data.invalid.map(
    ({ name, version }) => `${name}@${version}: its signature is not the registry’s`,
  );
});
await check(`no release younger than ${minimumAgeDays} days`, findYoung);

console.log(
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', '),
);
process.exit(counts.failed === 0 && counts['not checked'] === 0 ? 0 : 1);

/** Runs a check and prints the problems that it found. */
async function check(
  name: string,
  find: () => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  try {
    const problems = await find();
    counts[problems.length === 0 ? 'passed' : 'failed'] += 1;
    console.log(`${name}: ${problems.length === 0 ? 'passed' : 'failed'}`);
    for (const problem of problems) console.log(`  ${problem}`);
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error;
    counts['not checked'] += 1;
    console.log(`${name}: not checked, because the registry gave no answer: ${error.message.trim()}`);
  }
}

function writeBillOfMaterials(): string[] {
  const { stdout, stderr } = runNpm('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const bill = toProductionBill(parseJson(stdout), releases);
  if (bill === null) return [`npm sbom failed: ${stderr}`];
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/bill-of-materials.json'), `${JSON.stringify(bill, null, 2)}\n`);
  return findMissingFromBill(bill, releases);
}

async function findYoung(): Promise<string[]> {
  const given = process.argv.indexOf('--against');
  const reference = given === -1 ? findCommitOfLastWeek() : (process.argv[given + 1] ?? '');
  const earlier = reference === '' ? [] : readReleases(runGit('show', `${reference}:package-lock.json`));
  const added = findNewReleases(releases, earlier);
  const registry = runNpm('config', 'get', 'registry').stdout.trim();
  console.log(
    `  ${added.length} releases are not in the lock file of ${reference === '' ? 'any commit of a week ago' : reference}`,
  );
  return findYoungReleases(added, new Date(), async (name) => {
    try {
      const answer = await fetch(new URL(name.replace('/', '%2f'), registry), {
        signal: AbortSignal.timeout(60_000),
      });
      if (!answer.ok) throw new NotChecked(`${name}: status ${answer.status}`);
      return await answer.json();
    } catch (error) {
      throw error instanceof NotChecked
        ? error
        : new NotChecked(`${name}: ${String(error)}`, { cause: error });
    }
  });
}

/** Returns the newest commit that is a week old, or '' for a younger or shallow history. */
function findCommitOfLastWeek(): string {
  return runGit('rev-list', '-1', `--before=${minimumAgeDays} days ago`, 'HEAD').trim();
}

function runGit(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

function runNpm(...args: string[]): { stdout: string; stderr: string } {
  const { stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  if (error !== undefined) throw error;
  return { stdout, stderr };
}
