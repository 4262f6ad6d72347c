/** Taking everything that the caps leave, of one product on one network. */
import { formatAmount } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { SignRequest } from '@salar/services';
import type { Step } from './attempt.ts';
import type { Attacker } from './attacker.ts';
import { chains, findAsset } from './drill-policy.ts';
import type { DrillCaps } from './drill-policy.ts';

/** Without caps, a drain ends after so many payments of one size. */
const paymentsMax = 20;

type Drain = {
  readonly tries: string;
  readonly caps: Pick<DrillCaps, 'chainId' | 'productId'>;
  /** The size of the first payments. */
  readonly largest: bigint;
  /** The customers whose withdrawals they are, in turn. */
  readonly customers: readonly UserId[];
  readonly build?: (net: bigint, customer: UserId) => SignRequest;
  /** Names the cap that refuses the smallest payment in the end, by the policy, and the sum until then. */
  readonly expected: { readonly refusal: string; readonly sum: bigint };
};

/** Returns the smallest payment of the drill: networks of Bitcoin have no smaller output than some hundred satoshi. */
export function findSmallest(chainId: number): bigint {
  return chainId === chains.bitcoin ? 1_000n : 1n;
}

/** Requests the largest payments until the signer refuses all customers, then ever smaller ones. */
export async function drain(attacker: Attacker, options: Drain): Promise<Step> {
  const { caps, customers, expected } = options;
  const build = options.build ?? ((net, customer) => attacker.forge({ ...caps, net, userId: customer }));
  let refusal = '';
  let sum = 0n;
  let place = 0;
  for (let net = options.largest; net >= findSmallest(caps.chainId); net /= 10n) {
    let refused = 0;
    for (let paid = 0; paid < paymentsMax && refused < customers.length; place += 1) {
      const customer = customers[place % customers.length];
      if (customer === undefined) throw new Error('a drain needs customers');
      const outcome = await attacker.request(build(net, customer));
      if (outcome === 'signed') {
        sum += net;
        paid += 1;
        refused = 0;
      } else {
        refusal = outcome;
        refused += 1;
      }
    }
  }
  const { name, decimals, network } = findAsset(caps);
  const describe = (amount: bigint, cap: string) => `${formatAmount(amount, decimals)} ${name}, then ${cap}`;
  return {
    tries: `${network}, ${options.tries}`,
    outcome: describe(sum, refusal),
    expected: describe(expected.sum, expected.refusal),
    alert: `refused sign: ${refusal}`,
  };
}
