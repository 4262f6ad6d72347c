/** The house's bitcoin: it goes only between its own wallet and the hot one, whatever a request names. */
import { toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BitcoinPlan, PlannedMoveKind } from '@salar/services';
import { bitcoinHouse } from '@salar/services/ports/chain-signer';
import { Transaction } from '@scure/btc-signer';
import { isAllowed, refused } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { loot } from './attacker.ts';
import type { Attacker } from './attacker.ts';
import { chains, products } from './drill-policy.ts';

const amount = 1_000_000n;
const fee = 1_000n;
const house = { changeBranch: bitcoinHouse.branch, changeIndex: bitcoinHouse.index };
const hot = { changeBranch: 3, changeIndex: 1 } as const;

export const houseAttempt: Attempt = {
  name: 'the house’s bitcoin',
  async run(_, attacker) {
    const [wallet] = (await attacker.client.identity()).filter(({ family }) => family === 'bitcoin');
    const { houseAddress = '', hotAddress = '' } = wallet ?? {};
    const payment = attacker.forge(
      { chainId: chains.bitcoin, productId: products.btc, net: amount },
      createPlan(500_000, bitcoinHouse, house),
    );
    return [
      await move(attacker, 'a move to the house that names its own address', 'to_house', {
        plan: createPlan(500_001, { branch: 2, index: 0 }, hot),
        expected: houseAddress,
      }),
      await move(attacker, 'a move from the house that names its own address', 'from_house', {
        plan: createPlan(500_002, bitcoinHouse, house),
        expected: hotAddress,
      }),
      await move(attacker, 'a move from the house out of a customer’s deposit', 'from_house', {
        plan: createPlan(500_003, { branch: 0, index: 7 }, house),
        expected: 'inputs_invalid',
      }),
      await refused(attacker, 'a payment out of the house wallet', payment, 'inputs_invalid'),
    ];
  },
};

async function move(
  attacker: Attacker,
  tries: string,
  kind: PlannedMoveKind,
  { plan, expected }: { readonly plan: BitcoinPlan; readonly expected: string },
): Promise<Step> {
  const own = loot[chains.bitcoin];
  const request = { kind, chainId: chains.bitcoin, productId: products.btc, amount, plan };
  const named = { ...request, receiver: own, destination: own, houseAddress: own, hotAddress: own };
  const moved = await attacker.client.move(named);
  if (!moved.ok) return { tries, outcome: moved.refusal, expected, alert: `refused move: ${moved.refusal}` };
  const { script } = Transaction.fromRaw(Buffer.from(moved.value.raw, 'hex')).getOutput(0);
  const receiver = script === undefined ? null : toScriptAddress(script, 'regtest');
  const outcome = receiver === expected ? 'goes to our own wallet' : `goes to ${String(receiver)}`;
  return { tries, outcome, expected: 'goes to our own wallet', unreported: isAllowed };
}

/** Plans a move or a payment of one output, which no other request of the drill has. */
function createPlan(
  number: number,
  place: Pick<BitcoinPlan['inputs'][number], 'branch' | 'index'>,
  change: Pick<BitcoinPlan, 'changeBranch' | 'changeIndex'>,
): BitcoinPlan {
  const txId = number.toString(16).padStart(64, '0');
  const inputs = [{ txId, vout: 0, amount: amount + fee, ...place }];
  return { family: 'bitcoin', inputs, fee, change: 0n, ...change };
}
