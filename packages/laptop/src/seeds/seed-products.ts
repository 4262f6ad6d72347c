/** The products that the laptop's seeds fund, as its exchange defines them. */
import type { ProductId } from '@salar/protocol';

export type SeedProduct = 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'COP' | 'BRL';
export type SeedProducts = Readonly<
  Record<SeedProduct, { readonly productId: ProductId; readonly decimals: number }>
>;
