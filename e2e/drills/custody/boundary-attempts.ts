/** Attempts at the boundary of the signer: other callers, malformed requests, and a rewritten journal. */
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { connectToSigner } from '@salar/adapters/signer/signer-connection';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { isAllowed } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';

const strangers: Attempt = {
  name: 'connections without the exchange’s certificate',
  async run(signer) {
    const identity = await openTlsIdentity(signer.dataDir, 'stranger');
    const caller = new SignerClient({ ...signer.connection, identity });
    const answer = await caller.identity().catch(() => 'disconnected');
    caller.close();
    const alert = 'a caller without an accepted certificate';
    const { endpoint } = signer.connection;
    const plain = 'socket' in endpoint ? connectPlain(endpoint.socket) : connectPlain(endpoint);
    let received = '';
    plain.on('data', (data) => (received += data.toString('latin1')));
    plain.on('error', () => undefined);
    plain.write('{"id":1,"method":"identity"}\n');
    await once(plain, 'close');
    return [
      {
        tries: 'a certificate of its own',
        outcome: typeof answer === 'string' ? answer : 'served',
        expected: 'disconnected',
        alert,
      },
      {
        tries: 'no TLS',
        outcome: received.includes('xpub') ? 'served' : 'disconnected',
        expected: 'disconnected',
        alert,
      },
    ];
  },
};

const malformed: Attempt = {
  name: 'malformed requests',
  async run(signer) {
    const lines = [
      '{}',
      '[]',
      '{"id":1,"method":"sign"}',
      '{"id":1,"method":"export"}',
      '{"id":1,"method":"sign","params":{"ticket":{"ticketId":-1}}}',
    ];
    const steps: Step[] = [];
    for (const line of lines) {
      const socket = connectToSigner(signer.connection);
      socket.write(`${line}\n`);
      const [text] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      const { result } = JSON.parse(text.toString()) as { result: { refusal?: string } };
      steps.push({
        tries: line,
        outcome: result.refusal ?? 'served',
        expected: 'request_malformed',
        alert: 'request_malformed',
      });
    }
    return steps;
  },
};

const checkpoints: Attempt = {
  name: 'a rewritten journal',
  async run(_, { client }) {
    const [real, rewritten] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
    const first = await client.checkpoint({ sequence: 100, hash: real });
    const second = await client.checkpoint({ sequence: 100, hash: rewritten });
    const earlier = await client.checkpoint({ sequence: 99, hash: rewritten });
    const outcome = (answer: typeof first) => (answer.ok ? 'signed' : answer.refusal);
    const alert = 'checkpoint_conflict';
    return [
      {
        tries: 'a checkpoint of the journal',
        outcome: outcome(first),
        expected: 'signed',
        unreported: isAllowed,
      },
      { tries: 'another one of the same command', outcome: outcome(second), expected: alert, alert },
      { tries: 'one of an earlier command', outcome: outcome(earlier), expected: alert, alert },
    ];
  },
};

export const boundaryAttempts: readonly Attempt[] = [strangers, malformed, checkpoints];
