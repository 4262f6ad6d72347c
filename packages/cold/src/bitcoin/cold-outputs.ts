/** The addresses of a descriptor that can be spent. */
import { deriveColdOutput } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { ColdDescriptor, ColdOutput } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { assert } from '@salar/protocol';

/** Addresses of the descriptor that can be spent. */
const addressesMax = 100;
/** The bytes of P2WSH's script, which every address of a descriptor has. */
const scriptBytes = 34;

/** Derives each address when it is first needed: one takes milliseconds, and nearly every refill needs the first one only. */
export class ColdOutputs {
  readonly kind: BitcoinKind;
  readonly #descriptor: ColdDescriptor;
  readonly #derived = new Map<number, ColdOutput>();

  constructor(descriptor: ColdDescriptor) {
    this.#descriptor = descriptor;
    this.kind = descriptor.kind;
  }

  /** Returns the address of an index. */
  at(index: number): ColdOutput {
    const known = this.#derived.get(index);
    if (known !== undefined) return known;
    assert(index < addressesMax, `only the first ${addressesMax} addresses of cold storage are spent`);
    const output = deriveColdOutput(this.#descriptor, index);
    this.#derived.set(index, output);
    return output;
  }

  /** Finds the index of the address with this script; null when no address has it. */
  findIndex(script: Uint8Array): number | null {
    if (script.length !== scriptBytes) return null;
    for (let index = 0; index < addressesMax; index += 1)
      if (Buffer.from(this.at(index).script).equals(script)) return index;
    return null;
  }
}
