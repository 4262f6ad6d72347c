/** The process of the local Bitcoin network. */
import { runBitcoinNode } from './run-node.ts';

runBitcoinNode(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
