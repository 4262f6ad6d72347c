/**
 * A signer of the attacker's own, started with the exchange's secrets: it signs whatever it is requested, for a wallet that has
 * nothing. In the place of the real one it is not believed, because it lacks the key of the certificate that is pinned.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { connectToSigner } from '@salar/adapters/signer/signer-connection';
import { minor } from '@salar/protocol';
import { recoverTransactionAddress } from 'viem';
import { AttackedSigner } from './attacked-signer.ts';
import type { Attempt, Step } from './attempt.ts';
import type { Attacker } from './attacker.ts';
import { chains, policy, products } from './drill-policy.ts';

const anything = minor(10n ** 30n);
const greedy = policy.caps.map((caps) => ({
  ...caps,
  perTransaction: anything,
  perHour: anything,
  perDay: anything,
  perCustomerDay: anything,
  newReceivers: { hours: 24, perDay: anything },
}));
const needsNoOne = 'it needs no other party: what it signs spends only what it owns';

export const ownSignerAttempt: Attempt = {
  name: 'a signer of its own, with the secrets of the exchange',
  async run(signer, attacker) {
    const own = await AttackedSigner.start({
      secretsOf: signer,
      policy: { ...policy, caps: greedy, approvals: null, passkeys: null },
    });
    try {
      return [
        await payByOwn(own, attacker),
        await replace(signer, own),
        await startWithCopy(signer, own),
        connectWithCopy(signer),
      ];
    } finally {
      await own.end();
    }
  },
};

async function payByOwn(own: AttackedSigner, attacker: Attacker): Promise<Step> {
  const [hot, ownHot] = await Promise.all([findHotAddress(attacker.client), findOwnHotAddress(own)]);
  const client = new SignerClient(own.connection);
  const net = 5_000n * 10n ** 18n;
  const signed = await client.sign(
    attacker.forge({ chainId: chains.ethereum, productId: products.eth, net }),
  );
  client.close();
  const sender = signed.ok
    ? await recoverTransactionAddress({ serializedTransaction: signed.value.raw as `0x02${string}` })
    : signed.refusal;
  return {
    tries: '5,000 ETH, by a seed of its own',
    outcome: sender === ownHot && ownHot !== hot ? 'from a wallet of its own, which is empty' : sender,
    expected: 'from a wallet of its own, which is empty',
    unreported: needsNoOne,
  };
}

async function findHotAddress(client: SignerClient): Promise<string> {
  const wallet = (await client.identity()).find(({ family }) => family === 'evm');
  return wallet?.hotAddress ?? '';
}

async function findOwnHotAddress({ connection }: AttackedSigner): Promise<string> {
  const client = new SignerClient(connection);
  const address = await findHotAddress(client);
  client.close();
  return address;
}

/** Calls it as a part of the exchange does that is not compromised, or a standby: with the certificate of the real one. */
async function replace(signer: AttackedSigner, own: AttackedSigner): Promise<Step> {
  const caller = new SignerClient({ ...signer.connection, endpoint: own.connection.endpoint });
  const answer = await caller.identity().catch(() => 'disconnected');
  caller.close();
  return {
    tries: 'in the place of the real one',
    outcome: typeof answer === 'string' ? answer : 'believed',
    expected: 'disconnected',
    unreported: 'the caller logs twice a minute that its signer is not there',
  };
}

/** Starts it with the public certificate of the real one. */
async function startWithCopy(signer: AttackedSigner, own: AttackedSigner): Promise<Step> {
  await own.kill();
  const path = join(own.folder, 'data', 'signer.pem');
  const [key = ''] =
    /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(readFileSync(path, 'utf8')) ?? [];
  writeFileSync(path, `${key}\n${signer.connection.signerCertificate}`);
  const ended = own.runOnce();
  return {
    tries: 'with a copy of the real one’s public certificate',
    outcome: ended.includes('does not belong to its key') ? 'does not start' : ended,
    expected: 'does not start',
    unreported: needsNoOne,
  };
}

/** Calls the real one with that certificate: a follower of a pair would be called so. */
function connectWithCopy(signer: AttackedSigner): Step {
  const { signerCertificate, identity } = signer.connection;
  let outcome = 'connecting';
  try {
    const copied = { certificate: signerCertificate, key: identity.key };
    connectToSigner({ ...signer.connection, identity: copied }).destroy();
  } catch (error) {
    outcome = String(error).includes('key values mismatch') ? 'no connection' : String(error);
  }
  return {
    tries: 'as a caller with that certificate',
    outcome,
    expected: 'no connection',
    unreported: 'without the key of a certificate there is no connection to refuse',
  };
}
