/** Describes and checks requests of moves that have the same fields on all networks. */
import { assertNever } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { EvmMoveRequest, NetworkAsset, TronMoveRequest } from '@salar/services';

/** Identifies what is moved where; amount and fees may change in a replacement. */
export function describeRequest(request: EvmMoveRequest | TronMoveRequest): string {
  switch (request.kind) {
    case 'sweep':
      return `sweep ${request.productId} ${request.index}`;
    case 'gas':
      return `gas ${request.index}`;
    case 'refill':
      return 'refill';
    case 'cold':
      return `cold ${request.productId}`;
    case 'relay':
      return `relay ${request.productId}`;
    case 'carry_hot':
      return `carry_hot ${request.productId}`;
    case 'carry_gas':
      return 'carry_gas';
    case 'carry_house':
    case 'to_house':
    case 'from_house':
      return `${request.kind} ${request.productId}`;
    default:
      return assertNever(request);
  }
}

export function findAsset(assets: readonly NetworkAsset[], productId: ProductId): NetworkAsset | undefined {
  return assets.find((candidate) => candidate.productId === productId);
}
