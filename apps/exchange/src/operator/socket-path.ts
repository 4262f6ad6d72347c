/** Where the operators' door is: a Unix socket of its owner, never the public listener. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer names are refused by the system, and while it is made the name carries the number of its process. */
const socketPathMax = 92;

/** In the data directory, or in a short place of its own when that name is too long for a Unix socket. */
export function getOperatorSocketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  if (path.length <= socketPathMax) return path;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `salar-operator-${name}.sock`);
}
