/** The process of the local Bitcoin network. */
import { runBitcoinNode } from '@salar/laptop/bitcoin-regtest/run-node';

runBitcoinNode(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
