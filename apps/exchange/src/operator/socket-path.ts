/** The path of the operators' server: a Unix socket of its owner, never the public listener. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkSocketDirectory,
  prepareSocketDirectory,
  toSocketDirectory,
} from '@salar/adapters/files/socket-directory';

const socketName = 'operator.sock';
/** The system refuses longer names, and during creation the name also contains the pid. */
const socketPathMax = 92;

/**
 * Returns a path in the data directory, or in a short directory when that is too long for a Unix socket.
 *
 * @throws when the short directory belongs to another user than the data directory
 */
export function getOperatorSocketPath(dataDir: string): string {
  return findPath(dataDir, checkSocketDirectory);
}

/** Returns the same for the server, whose short directory is created. */
export function prepareOperatorSocketPath(dataDir: string): string {
  return findPath(dataDir, prepareSocketDirectory);
}

function findPath(dataDir: string, open: typeof prepareSocketDirectory): string {
  const directory = toSocketDirectory(dataDir, socketName, socketPathMax);
  if (directory !== dataDir) open(directory, statSync(dataDir, { throwIfNoEntry: false }) ?? null);
  return join(directory, socketName);
}
