/** Whether a product's reference price may decide about money without a person. */
import type { ProductId } from '@salar/protocol';

export interface PriceTrust {
  /**
   * Judges the reference price that the engine has of a product: `awaited` for a moment after the start, until sources can
   * have answered; `doubtful` without a recent confirmation.
   */
  judge(productId: ProductId): 'trusted' | 'doubtful' | 'awaited';
}
