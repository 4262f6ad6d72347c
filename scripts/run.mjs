/** Runs one tool of node_modules and returns its status and output. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.mjs';

/**
 * Runs a command in the repository.
 *
 * @param options.env  added to the environment of this process
 * @param options.isShown  false returns the output without printing it
 * @returns its status and everything it printed
 */
export function run(command, args, { env = {}, isShown = true } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      stream.on('data', (bytes) => {
        output += bytes;
        if (isShown) target.write(bytes);
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** Runs the bin file of a package, such as `vitest/vitest.mjs`. @param options.node  the program that runs it */
export function runTool(binFile, args, { node = process.execPath, ...options } = {}) {
  return run(node, [join(root, 'node_modules', binFile), ...args], options);
}

/** Works on items in order, several at a time. */
export async function takeTurns(items, atOnce, work) {
  const waiting = [...items];
  const takeNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
}
