/**
 * The program that holds the keys. It runs as its own user, with its own settings, apart from the exchange.
 *
 *   signer init  --settings FILE   creates the seed and the signer's certificate
 *   signer start --settings FILE   serves requests
 */
import { parseArgs } from 'node:util';
import { initialiseSigner, runSigner } from '@salar/signer/service/run-signer';

const usage = 'usage: signer init|start --settings FILE';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { settings: { type: 'string' }, 'with-parent': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { settings } = values;
  if (settings === undefined) throw new Error(usage);
  switch (positionals[0]) {
    case 'init':
      process.stdout.write(`key of the journal's checkpoints: ${await initialiseSigner({ settings })}\n`);
      return;
    case 'start':
      return runSigner({ settings, withParent: values['with-parent'] });
    default:
      throw new Error(usage);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
