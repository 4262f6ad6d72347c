/** The attempts of a compromised exchange. Each returns the outcomes that it got, by what it tried. */
import { connect as connectPlain } from 'node:net';
import { once } from 'node:events';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { connectToSigner } from '@salar/adapters/signer/signer-connection';
import { minor } from '@salar/protocol';
import type { MoveRequest, SignRequest } from '@salar/services';
import { localContracts } from '@salar/services';
import { createApprovers, signAs } from '@salar/testing/approvers';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import type { AttackedSigner } from './attacked-signer.ts';
import { approvalsOf, formatTextOf, loot } from './attacker.ts';
import type { Attacker } from './attacker.ts';
import { approvers, chains, passkeyRules, policy, products } from './drill-policy.ts';
import type { DrillCaps } from './drill-policy.ts';

export type Step = {
  readonly tries: string;
  /** The refusal, or `signed`. */
  readonly outcome: string;
  /** The outcome that the defence promises. */
  readonly expected: string;
  /** The text of the alert that must report it; null for what is allowed, or refused by the operating system. */
  readonly alert: string | null;
};
export type Attempt = {
  readonly name: string;
  run(signer: AttackedSigner, attacker: Attacker): Promise<readonly Step[]>;
};

const ether = 10n ** 18n;
const eth = { chainId: chains.ethereum, productId: products.eth } as const;

/** A request for a payment that must be refused. */
async function refused(
  attacker: Attacker,
  tries: string,
  request: SignRequest,
  expected: string,
): Promise<Step> {
  return {
    tries,
    outcome: await attacker.request(request),
    expected,
    alert: `refused sign: ${expected} (ticket ${request.ticket.ticketId})`,
  };
}
async function allowed(attacker: Attacker, tries: string, request: SignRequest): Promise<Step> {
  return { tries, outcome: await attacker.request(request), expected: 'signed', alert: null };
}

const anotherForm: Attempt = {
  name: 'another payment for a ticket that was signed',
  async run(_, attacker) {
    const first = attacker.forge({ ...eth, net: 1n });
    const again = (changes: Partial<SignRequest['ticket']>) =>
      attacker.seal({ ...first, ticket: { ...first.ticket, ...changes } });
    const nonce = { ...first.plan, nonce: 900_000 } as SignRequest['plan'];
    const expected = 'ticket_already_signed';
    return [
      await allowed(attacker, 'a payment of one unit', first),
      await refused(attacker, '5,000 ETH for it', again({ amount: minor(5_000n * ether) }), expected),
      await refused(attacker, 'another product', again({ productId: products.usdt }), expected),
      await refused(
        attacker,
        'another receiver',
        again({ destination: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }),
        expected,
      ),
      await refused(attacker, 'a second nonce', attacker.seal({ ...first, plan: nonce }), expected),
      await refused(
        attacker,
        'its nonce for another ticket',
        attacker.forge({ ...eth, net: 1n }, first.plan),
        'nonce_taken',
      ),
    ];
  },
};

const tooLarge: Attempt = {
  name: 'a payment above the caps without approvals',
  async run(_, attacker) {
    const steps: Step[] = [];
    for (const { chainId, productId, perTransaction } of policy.caps) {
      const request = attacker.forge({ chainId, productId, net: perTransaction + 1n });
      steps.push(
        await refused(
          attacker,
          `one unit more than a payment may have on ${chainId}`,
          request,
          'transaction_cap_exceeded',
        ),
      );
    }
    return steps;
  },
};

const forgedApprovals: Attempt = {
  name: 'forged and replayed approvals',
  async run(_, attacker) {
    const large = (changes = {}) => attacker.forge({ ...eth, net: 50n * ether, ...changes });
    const thieves = createApprovers(['ana', 'carla', 'eve']);
    const steps: Step[] = [];
    const attempt = async (tries: string, request: SignRequest, approvals: SignRequest['approvals']) => {
      steps.push(await refused(attacker, tries, { ...request, approvals }, 'approvals_invalid'));
    };
    const forged = large();
    const text = formatTextOf(forged);
    const fake = (name: string) => [name, signAs(thieves, name, text)] as const;
    const real = (name: string) => [name, signAs(approvers, name, text)] as const;
    await attempt(
      'keys of its own under the approvers’ names',
      forged,
      approvalsOf(fake('ana'), fake('carla')),
    );
    await attempt('one dishonest approver and a forged one', forged, approvalsOf(real('ana'), fake('carla')));
    await attempt('one dishonest approver twice', forged, approvalsOf(real('ana'), real('ana')));
    await attempt('one dishonest approver and a stranger', forged, approvalsOf(real('ana'), fake('eve')));
    await attempt('one dishonest approver alone', forged, approvalsOf(real('ana')));
    const stolen = approvalsOf(real('carla'), real('diego')); // they approved `forged`, which is never requested
    await attempt('both approvals of another payment', large(), stolen);
    const other = large();
    const otherText = formatTextOf(other, 'other.example');
    const approvedElsewhere = ['carla', 'diego'].map(
      (name) => [name, signAs(approvers, name, otherText)] as const,
    );
    await attempt('both approvals, given at another installation', other, approvalsOf(...approvedElsewhere));
    const elsewhere = attacker.seal({
      ...forged,
      ticket: { ...forged.ticket, destination: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    });
    await attempt('both approvals, for another receiver', elsewhere, stolen);
    const more = attacker.seal({ ...forged, ticket: { ...forged.ticket, amount: minor(90n * ether) } });
    await attempt('both approvals, for a larger amount', more, stolen);
    return steps;
  },
};

const receivers: Attempt = {
  name: 'receivers that lose or hide the money',
  async run(signer, attacker) {
    const [wallet] = (await attacker.client.identity()).filter(({ family }) => family === 'evm');
    const to = (destination: string) => attacker.forge({ ...eth, net: 1n, destination });
    const expected = 'destination_refused';
    return [
      await refused(attacker, 'the contract of a token', to(localContracts.usdt), expected),
      await refused(attacker, 'the hot wallet itself', to(wallet?.hotAddress ?? ''), expected),
      await refused(attacker, 'the zero address', to(`0x${'0'.repeat(40)}`), expected),
      await refused(
        attacker,
        'an unknown network',
        attacker.forge({ chainId: 1, productId: products.eth, net: 1n }),
        'network_unknown',
      ),
      await refused(
        attacker,
        'an unknown product',
        attacker.forge({ chainId: chains.bitcoin, productId: products.eth, net: 1_000n }),
        'asset_unknown',
      ),
    ];
  },
};

const moves: Attempt = {
  name: 'moves between the house’s wallets',
  async run(_, attacker) {
    const { client } = attacker;
    const [wallet] = (await client.identity()).filter(({ family }) => family === 'evm');
    const plan = (nonce: number) => ({ family: 'evm', nonce, feeMax: 10n ** 9n, feePriority: 1n }) as const;
    const sweep = {
      kind: 'sweep',
      chainId: chains.ethereum,
      productId: products.eth,
      index: 7,
      amount: ether,
      plan: plan(0),
      receiver: loot[chains.ethereum],
      to: loot[chains.ethereum],
    };
    const swept = await client.move(sweep as unknown as MoveRequest);
    const target = swept.ok ? parseTransaction(swept.value.raw as Hex).to : swept.refusal;
    const steps: Step[] = [
      {
        tries: 'a sweep that names a receiver',
        outcome: target === wallet?.hotAddress.toLowerCase() ? 'goes to the hot wallet' : String(target),
        expected: 'goes to the hot wallet',
        alert: null,
      },
    ];
    const drain = async (tries: string, build: (nonce: number) => MoveRequest, most: number) => {
      let outcome = 'no limit';
      for (let count = 0; count <= most && outcome === 'no limit'; count += 1) {
        const answer = await client.move(build(count));
        if (!answer.ok) outcome = answer.refusal;
      }
      steps.push({
        tries,
        outcome,
        expected: 'hourly_cap_exceeded',
        alert: 'refused move: hourly_cap_exceeded',
      });
    };
    await drain(
      'gas to deposit addresses without end',
      (nonce) => ({
        kind: 'gas',
        chainId: chains.ethereum,
        index: 8,
        amount: ether / 20n,
        plan: plan(nonce),
      }),
      20,
    );
    await drain(
      'the hot wallet into the gas wallet without end',
      (nonce) => ({ kind: 'refill', chainId: chains.ethereum, amount: ether, plan: plan(nonce + 100_000) }),
      20,
    );
    return steps;
  },
};

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
      { tries: 'a checkpoint of the journal', outcome: outcome(first), expected: 'signed', alert: null },
      { tries: 'another one of the same command', outcome: outcome(second), expected: alert, alert },
      { tries: 'one of an earlier command', outcome: outcome(earlier), expected: alert, alert },
    ];
  },
};

const fees: Attempt = {
  name: 'burning the hot wallet in fees',
  async run(_, attacker) {
    const feeMax = 2_000n * 10n ** 9n;
    const build = (nonce: number, fee = feeMax) =>
      attacker.forge({ ...eth, net: 1n }, { family: 'evm', nonce, feeMax: fee, feePriority: fee });
    const steps = [
      await refused(attacker, 'a fee above the limit', build(1_000, feeMax + 1n), 'fees_too_high'),
    ];
    let outcome = 'signed';
    for (let nonce = 1_000; outcome === 'signed' && nonce < 1_100; nonce += 1)
      outcome = await attacker.request(build(nonce));
    steps.push({
      tries: 'the highest fee, again and again',
      outcome,
      expected: 'fee_cap_exceeded',
      alert: 'refused sign: fee_cap_exceeded',
    });
    return steps;
  },
};

/** Requests the largest payments until the signer refuses, then ever smaller ones, down to one unit. */
async function drain(attacker: Attacker, { chainId, productId, perTransaction }: DrillCaps): Promise<Step> {
  const smallest = chainId === chains.bitcoin ? 546n : 1n;
  let outcome = '';
  for (let net: bigint = perTransaction; net >= smallest; net /= 10n) {
    outcome = 'signed';
    for (let count = 0; outcome === 'signed' && count < 20; count += 1)
      outcome = await attacker.request(attacker.forge({ chainId, productId, net }));
  }
  const full: readonly string[] = ['new_receivers_cap_exceeded', 'fee_cap_exceeded'];
  return {
    tries: `everything on ${chainId}, product ${productId}`,
    outcome: full.includes(outcome) ? 'stopped by a cap' : outcome,
    expected: 'stopped by a cap',
    alert: `refused sign: ${outcome}`,
  };
}

const everything: Attempt = {
  name: 'as much as it can within the hour',
  async run(_, attacker) {
    const steps: Step[] = [];
    for (const caps of policy.caps) steps.push(await drain(attacker, caps));
    return steps;
  },
};

const restart: Attempt = {
  name: 'the same after the signer was killed, with a policy file that allows anything',
  async run(signer, attacker) {
    await signer.kill();
    const most = minor(10n ** 30n);
    const greedy = policy.caps.map((caps) => ({
      ...caps,
      perTransaction: most,
      perHour: most,
      perDay: most,
    }));
    const passkeys = { ...passkeyRules, ageHours: 0 };
    signer.writePolicyFile({ ...policy, caps: greedy, approvals: null, passkeys });
    const since = signer.lines.length;
    await signer.launch();
    const alert = 'the policy file differs from the sealed policy';
    const steps: Step[] = [
      {
        tries: 'a policy without caps and approvers',
        outcome: (await signer.hasAlerted(alert, since)) ? 'has no effect' : 'unnoticed',
        expected: 'has no effect',
        alert,
      },
    ];
    for (const caps of policy.caps) steps.push(await drain(attacker, caps));
    return steps;
  },
};

/** In this order: what fills the caps comes last. */
export const attempts: readonly Attempt[] = [
  anotherForm,
  tooLarge,
  forgedApprovals,
  receivers,
  moves,
  strangers,
  malformed,
  checkpoints,
  fees,
  everything,
  restart,
];
