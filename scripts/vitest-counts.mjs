/** Runs vitest and counts tests from its machine-readable report. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, readText } from './files.mjs';
import { runTool } from './run.mjs';

/**
 * @param projects  names of vitest projects; all when empty
 * @returns how many tests passed and failed, and which failed
 */
export async function runVitest(projects = []) {
  const report = join(root, 'test-results/vitest.json');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(report, { force: true });
  const { status } = await runTool('vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
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
