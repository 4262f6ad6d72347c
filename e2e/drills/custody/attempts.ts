/** The attempts of a compromised exchange on payments and moves, and the order of all attempts. */
import { minor } from '@salar/protocol';
import type { MoveRequest, SignRequest } from '@salar/services';
import { localContracts } from '@salar/services';
import { createApprovers, signAs } from '@salar/testing/keys/approvers';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { allowed, isAllowed, refused } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { approvalsOf, formatTextOf, loot } from './attacker.ts';
import { boundaryAttempts } from './boundary-attempts.ts';
import { agedAttempts } from './aged-attempts.ts';
import { everything, fees, firstPayments, restart, tooLarge } from './cap-attempts.ts';
import { coldAttempt } from './cold-attempt.ts';
import { approvers, chains, products } from './drill-policy.ts';
import { fileAttempt } from './file-attempt.ts';
import { houseAttempt } from './house-attempt.ts';
import { ownSignerAttempt } from './own-signer-attempt.ts';
import { passkeyAttempt } from './passkey-attempt.ts';

const ether = 10n ** 18n;
const eth = { chainId: chains.ethereum, productId: products.eth } as const;

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
        unreported: isAllowed,
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

/** In this order: what fills the caps comes last. */
export const attempts: readonly Attempt[] = [
  fileAttempt,
  firstPayments,
  passkeyAttempt,
  anotherForm,
  tooLarge,
  forgedApprovals,
  receivers,
  moves,
  coldAttempt,
  houseAttempt,
  ...boundaryAttempts,
  ownSignerAttempt,
  fees,
  everything,
  restart,
  ...agedAttempts,
];
