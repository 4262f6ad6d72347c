/** The path of the operators' server: a Unix socket of its owner, never the public listener. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The system refuses longer names, and during creation the name also contains the pid. */
const socketPathMax = 92;

/** Returns a path in the data directory, or in the temporary directory when that is too long for a Unix socket. */
export function getOperatorSocketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  if (path.length <= socketPathMax) return path;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `salar-operator-${name}.sock`);
}
