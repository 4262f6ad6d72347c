/** The signer's process; its logic is in the adapter. */
import { runSigner } from '@salar/signer/service/run-signer';

runSigner(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
