/** Describes moves between our own addresses to the signer. */
import { assert, assertNever } from '@salar/protocol';
import type { HouseMoveRow } from '@salar/store/tables/chains/house-moves';
import type { PlannedMoveRow } from '@salar/store/tables/chains/planned-moves';
import type { ChainFees } from '../ports/chain-client.ts';
import type {
  EvmMoveRequest,
  MoveRefusal,
  OwnMove,
  TronMoveRequest,
  TronPlan,
} from '../ports/chain-signer.ts';

/** Thrown on a signer's refusal, so that the surrounding transaction is rolled back. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
  readonly refusal: MoveRefusal;

  constructor(refusal: MoveRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Converts a stored move to the request that the signer checks. */
export function toMoveRequest(
  row: Omit<HouseMoveRow, 'moveId' | 'status'>,
  amount: bigint,
  fees: ChainFees,
): EvmMoveRequest {
  const { kind, chainId, productId, nonce, signatures } = row;
  const shared = { chainId, amount, plan: { family: 'evm', nonce, ...fees } } as const;
  if (kind !== 'relay') return { ...shared, ...toOwnMove({ ...row, kind }) };
  assert(productId !== null && signatures !== null, 'a payment of cold storage has a product and signatures');
  return { kind, ...shared, productId, signatures };
}

/** Converts a stored move of a TRON network to the request that the signer checks. */
export function toTronMoveRequest(
  row: Omit<PlannedMoveRow, 'moveId' | 'status'>,
  plan: TronPlan,
): TronMoveRequest {
  const { chainId, amount } = row;
  return { chainId, amount, plan, ...toOwnMove(row) };
}

function toOwnMove({
  kind,
  productId,
  addressIndex: index,
}: Pick<PlannedMoveRow, 'kind' | 'productId' | 'addressIndex'>): OwnMove {
  switch (kind) {
    case 'sweep':
      assert(productId !== null && index !== null, 'a sweep has a product and an address');
      return { kind, productId, index };
    case 'gas':
      assert(index !== null, 'gas has an address');
      return { kind, index };
    case 'refill':
    case 'carry_gas':
      return { kind };
    case 'cold':
    case 'carry_hot':
    case 'carry_house':
    case 'to_house':
    case 'from_house':
      assert(productId !== null, 'a move out of a hot or house wallet has a product');
      return { kind, productId };
    default:
      return assertNever(kind);
  }
}

/** Raises a fee by more than the tenth that nodes require of a replacement. */
export function raiseFee(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n;
}
