/**
 * The program that holds the keys. It runs as its own user, with its own settings, apart from the exchange.
 *
 *   signer init  --settings FILE   creates the seed and the signer's certificate
 *   signer start --settings FILE   serves requests
 *   signer init-key --settings FILE KEY
 *                                  creates a key in the token that the settings name for it, for example evm/hot
 *   signer renew-layout --settings FILE
 *                                  gives a seed of version 0.1 the key layout of new ones
 *   signer deposit-branch --settings FILE FAMILY
 *                                  prints the depositBranches of a policy in which deposit addresses get another key
 *   signer amendment-text --settings FILE --policy FILE
 *                                  prints the text that approvers sign for a new policy
 *   signer amend --settings FILE --policy FILE --signature NAME=FILE --signature NAME=FILE
 *                                  stores the amendment, which takes effect after a delay
 *   signer drop-amendment --settings FILE
 *                                  drops the amendment that waits
 *   signer certificate --settings FILE
 *                                  creates the certificate of a second signer, whose seed was copied
 *   signer lead-alone --settings FILE
 *                                  makes one signer of a pair the leader, after the other was lost
 *   signer wallets --settings FILE [--policy FILE]
 *                                  prints addresses and extended public keys, for the settings of a watcher
 *   signer lift-text --settings FILE
 *                                  prints the text that approvers sign to lift the halts of the watcher
 *   signer lift --settings FILE --signature NAME=FILE --signature NAME=FILE
 *                                  lifts them
 */
import { parseArgs } from 'node:util';
import { amendPolicy, dropAmendment, formatAmendmentText } from '@salar/signer/service/policy-commands';
import { formatLiftText, liftHalts } from '@salar/signer/service/halt-commands';
import {
  createKey,
  formatNextBranch,
  formatWallets,
  renewKeyLayout,
} from '@salar/signer/service/key-commands';
import { leadSignerAlone, runSigner } from '@salar/signer/service/run-signer';
import { createCertificate, initialiseSigner } from '@salar/signer/service/seed-commands';

const usage =
  'usage: signer init|start|renew-layout|drop-amendment|certificate|lead-alone|lift-text --settings FILE, signer wallets --settings FILE [--policy FILE], signer deposit-branch --settings FILE FAMILY, signer lift --settings FILE --signature NAME=FILE ..., signer init-key --settings FILE KEY, signer amendment-text|amend --settings FILE --policy FILE [--signature NAME=FILE ...]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      settings: { type: 'string' },
      policy: { type: 'string' },
      signature: { type: 'string', multiple: true, default: [] },
      'with-parent': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const { settings, policy = '', signature } = values;
  const needsPolicy = positionals[0] === 'amend' || positionals[0] === 'amendment-text';
  if (settings === undefined || (needsPolicy && policy === '')) throw new Error(usage);
  switch (positionals[0]) {
    case 'init':
      process.stdout.write(`key of the journal's checkpoints: ${await initialiseSigner({ settings })}\n`);
      return;
    case 'start':
      return runSigner({ settings, withParent: values['with-parent'] });
    case 'init-key':
      if (positionals[1] === undefined) throw new Error(usage);
      process.stdout.write(`${await createKey(settings, positionals[1])}\n`);
      return;
    case 'deposit-branch':
      if (positionals[1] === undefined) throw new Error(usage);
      process.stdout.write(formatNextBranch(settings, positionals[1]));
      return;
    case 'renew-layout':
      process.stdout.write(`${renewKeyLayout(settings)}\n`);
      return;
    case 'amendment-text':
      process.stdout.write(formatAmendmentText(settings, policy));
      return;
    case 'amend':
      process.stdout.write(`${await amendPolicy(settings, policy, signature)}\n`);
      return;
    case 'drop-amendment':
      process.stdout.write(`${dropAmendment(settings)}\n`);
      return;
    case 'certificate':
      process.stdout.write(`${await createCertificate({ settings })}\n`);
      return;
    case 'lead-alone':
      process.stdout.write(`${await leadSignerAlone({ settings })}\n`);
      return;
    case 'wallets':
      process.stdout.write(await formatWallets(settings, policy === '' ? null : policy));
      return;
    case 'lift-text':
      process.stdout.write(formatLiftText(settings));
      return;
    case 'lift':
      process.stdout.write(`${await liftHalts(settings, signature)}\n`);
      return;
    default:
      throw new Error(usage);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
