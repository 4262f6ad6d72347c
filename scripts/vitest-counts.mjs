/** Runs vitest and counts tests from its machine-readable report. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, readText } from './files.mjs';
import { runTool } from './run.mjs';

/**
 * @param options.projects  names of vitest projects; all when empty
 * @param options.files  texts that the paths of the tests contain; all tests when empty
 * @param options.report  the name of the report in `test-results`
 * @param options.node  the program that runs vitest, and `env` its environment; those of this process by default
 * @returns how many tests passed and failed, and which failed
 */
export async function runVitest({ projects = [], files = [], report: name = 'vitest.json', ...how } = {}) {
  const report = join(root, 'test-results', name);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(report, { force: true });
  const args = [
    'run',
    ...files,
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status } = await runTool('vitest/vitest.mjs', args, how);
  const text = readText(report);
  const results = text === null ? {} : JSON.parse(text);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = results;
  // A file that does not load, or an error outside any test, fails the run without a failed test.
  return {
    passed,
    failed: status !== 0 && failed === 0 ? 1 : failed,
    failures: testResults.flatMap(listFailures),
  };
}

function listFailures({ name, status, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [file] : [];
  return failed.map((test) => `${file}: ${test.fullName}`);
}
