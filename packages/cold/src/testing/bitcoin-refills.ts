/** Bitcoin cold storage for tests: three owners, of whom two sign, and outputs that they can spend. */
import { toOutputScript } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { deriveColdOutput, parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { coldDescriptor } from '@salar/adapters/chain-bitcoin/testing/cold-owners';
import { assert } from '@salar/protocol';
import { RawTx } from '@scure/btc-signer';
import { parseTransaction } from '@salar/adapters/chain-bitcoin/bitcoin-block';
import { ColdOutputs } from '../bitcoin/cold-outputs.ts';
import type { RefillInput } from '../bitcoin/refill-psbt.ts';
import type { BitcoinColdNetwork } from '../cold-settings.ts';

export const testHotBitcoin = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

export const testBitcoin: BitcoinColdNetwork = {
  family: 'bitcoin',
  name: 'bitcoin',
  chainId: 3_669_344_250,
  kind: 'regtest',
  descriptor: coldDescriptor,
  owners: ['ana', 'bruno', 'carla'],
  hotAddresses: [testHotBitcoin],
  product: 'BTC',
};

const parsed = parseColdDescriptor(coldDescriptor, 'regtest');
export const testCold = new ColdOutputs(parsed);

/** Makes an output of cold storage in a transaction of its own. */
export function createColdCoin(amount: bigint, index = 0, seed = 0): RefillInput {
  return createCoin(deriveColdOutput(parsed, index).script, amount, { index, seed });
}

/** Makes an output of an address that is not ours. */
export function createForeignCoin(amount: bigint): RefillInput {
  const script = toOutputScript(testHotBitcoin, 'regtest');
  assert(script !== null, 'the address is one of the network');
  return createCoin(script, amount, { index: 0, seed: 0 });
}

function createCoin(
  script: Uint8Array,
  amount: bigint,
  { index, seed }: { readonly index: number; readonly seed: number },
): RefillInput {
  const previous = RawTx.encode({
    version: 2,
    inputs: [
      {
        txid: new Uint8Array(32).fill(seed + 1),
        index: 0,
        finalScriptSig: new Uint8Array(),
        sequence: 0xffff_ffff,
      },
    ],
    outputs: [{ amount, script }],
    lockTime: 0,
    segwitFlag: false,
    witnesses: [],
  });
  return { txId: parseTransaction(previous).txId, vout: 0, amount, index, previous };
}
