/** The bank rails of an exchange, operated by hand: their names, fees and limits. */
import { minor } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { railTemplates } from '@salar/protocol/bank-rails';
import type { BankRail } from '@salar/protocol/bank-rails';
import type { BankProvider } from './networks.ts';

export type BankProductIds = { readonly cop: ProductId; readonly brl: ProductId };

/** Centavos in one peso or real. */
const unit = 100n;
/** 1,000 UVB of 2025 in pesos, the most that Bre-B transfers at once; the unit changes every year. */
const brebMax = 11_552_000n;

/** Builds the bank providers, with terms in whole pesos and reais; the default of each currency comes first. */
export function bankProviders({ cop, brl }: BankProductIds): readonly BankProvider[] {
  return [
    createBank('cop_bank', {
      providerId: 10,
      name: 'COP_FIAT_BANK',
      displayName: 'Bank transfer (Colombia)',
      productId: cop,
      terms: { depositMin: 1_000n, withdrawFee: 3_000n, withdrawMin: 20_000n },
    }),
    createBank('cop_breb', {
      providerId: 11,
      name: 'COP_FIAT_BREB',
      displayName: 'Bre-B',
      productId: cop,
      terms: { depositMin: 1_000n, withdrawFee: 1_000n, withdrawMin: 10_000n, withdrawMax: brebMax },
    }),
    createBank('brl_pix', {
      providerId: 12,
      name: 'BRL_FIAT_PIX',
      displayName: 'Pix',
      productId: brl,
      terms: { depositMin: 1n, withdrawFee: 1n, withdrawMin: 5n },
    }),
    createBank('brl_ted', {
      providerId: 13,
      name: 'BRL_FIAT_TED',
      displayName: 'TED',
      productId: brl,
      terms: { depositMin: 1n, withdrawFee: 8n, withdrawMin: 50n },
    }),
  ];
}

type Terms = {
  readonly depositMin: bigint;
  readonly withdrawFee: bigint;
  readonly withdrawMin: bigint;
  readonly withdrawMax?: bigint;
};

function createBank(
  rail: BankRail,
  settings: Pick<BankProvider, 'providerId' | 'name' | 'displayName' | 'productId'> & {
    readonly terms: Terms;
  },
): BankProvider {
  const { terms, ...names } = settings;
  return {
    ...names,
    kind: 'bank',
    rail,
    depositTemplate: 'Standard',
    withdrawTemplate: railTemplates[rail].name,
    depositMin: minor(terms.depositMin * unit),
    withdrawFee: minor(terms.withdrawFee * unit),
    withdrawMin: minor(terms.withdrawMin * unit),
    ...(terms.withdrawMax !== undefined && { withdrawMax: minor(terms.withdrawMax * unit) }),
    confirmations: 0,
  };
}
