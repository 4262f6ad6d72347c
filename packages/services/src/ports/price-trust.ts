/** Whether a product's reference price may decide about money without a person. */
import type { Minor, ProductId } from '@salar/protocol';

export interface PriceTrust {
  /**
   * Judges the reference price that the engine has of a product: `awaited` for a moment after the start, until sources can
   * have answered; `doubtful` without a recent confirmation.
   */
  judge(productId: ProductId): 'trusted' | 'doubtful' | 'awaited';
  /**
   * Returns the price with which caps are computed: the present one, or the median of the last 24 hours where that is higher. A price
   * that is moved for a while raises no cap.
   */
  findCapPrice(productId: ProductId, present: Minor): Minor;
}
