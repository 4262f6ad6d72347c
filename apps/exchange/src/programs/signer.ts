/** The signer's process: everything it does is in the adapter; this is only its door. */
import { runSigner } from '@salar/adapters/signer/run-signer';

runSigner(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
