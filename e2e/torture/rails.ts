/** The rails of the local profile, and unique amounts and receivers. */
import { randomBytes } from 'node:crypto';
import { toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { formatUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

export type Rail = {
  readonly kind: 'chain' | 'bank';
  readonly providerId: number;
  readonly provider: string;
  readonly product: string;
  readonly decimals: number;
  /** The name that customers see; for a bank, its provider. */
  readonly network: string;
  readonly template: string;
  /** Minor units. A large deposit is one that is swept, or that two operators book. */
  readonly large: bigint;
  readonly deposit: bigint;
  readonly withdrawal: bigint;
  /** The step between two amounts. */
  readonly step: bigint;
};

export type Receiver = {
  readonly form: Readonly<Record<string, string>>;
  /** The text that identifies it in mails, in tickets and on chains. */
  readonly mark: string;
};

const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const bitcoin = 10n ** 8n;
const cents = 100n;
const weiStep = 1_000_000_000_003n; // so that every digit is used

const dollars = { kind: 'chain', product: 'USDT', decimals: 6, step: 1n } as const;
const dollarAmounts = { large: 25_000n * dollar, deposit: 20n * dollar, withdrawal: 6n * dollar } as const;
const pesos = { kind: 'bank', product: 'COP', decimals: 2, step: cents } as const;

export const rails: readonly Rail[] = [
  {
    kind: 'chain',
    providerId: 1,
    provider: 'ETH_LOCAL_ETHEREUM',
    product: 'ETH',
    decimals: 18,
    network: 'Ethereum (local)',
    template: 'ToExternalEthereumAddress',
    large: 6n * ether,
    deposit: ether / 4n,
    withdrawal: (ether * 6n) / 1000n,
    step: weiStep,
  },
  {
    ...dollars,
    ...dollarAmounts,
    providerId: 2,
    provider: 'USDT_LOCAL_ETHEREUM',
    network: 'Ethereum (local)',
    template: 'ToExternalEthereumAddress',
  },
  {
    ...dollars,
    ...dollarAmounts,
    providerId: 3,
    provider: 'USDT_LOCAL_POLYGON',
    network: 'Polygon (local)',
    template: 'ToExternalPolygonAddress',
  },
  {
    kind: 'chain',
    providerId: 6,
    provider: 'BTC_LOCAL_BITCOIN',
    product: 'BTC',
    decimals: 8,
    network: 'Bitcoin (local)',
    template: 'ToExternalBitcoinAddress',
    large: bitcoin / 2n,
    deposit: bitcoin / 50n,
    withdrawal: bitcoin / 500n,
    step: 1n,
  },
  {
    ...pesos,
    providerId: 10,
    provider: 'COP_FIAT_BANK',
    network: 'COP_FIAT_BANK',
    template: 'CopBankTransfer',
    large: 25_000_000n * cents,
    deposit: 100_000n * cents,
    withdrawal: 30_000n * cents,
  },
  {
    ...pesos,
    providerId: 11,
    provider: 'COP_FIAT_BREB',
    network: 'COP_FIAT_BREB',
    template: 'CopBreB',
    large: 25_000_000n * cents,
    deposit: 50_000n * cents,
    withdrawal: 15_000n * cents,
  },
  {
    kind: 'bank',
    providerId: 12,
    provider: 'BRL_FIAT_PIX',
    product: 'BRL',
    decimals: 2,
    network: 'BRL_FIAT_PIX',
    template: 'BrlPix',
    large: 50_000n * cents,
    deposit: 100n * cents,
    withdrawal: 10n * cents,
    step: 1n,
  },
];

/** Returns a receiver that was never paid before. */
export function newReceiver(rail: Rail): Receiver {
  const holder = { DocumentType: 'CC', DocumentNumber: '1020304050' };
  const number = String(10_000_000_000n + (BigInt(`0x${randomBytes(8).toString('hex')}`) % 89_999_999_999n));
  const email = `r${number}@example.com`;
  switch (rail.template) {
    case 'CopBankTransfer':
      return {
        form: { BankName: '1007', AccountType: 'savings', Number: number, ...holder },
        mark: number,
      };
    case 'CopBreB':
      return { form: { SystemName: 'BREB', Number: email, ...holder }, mark: email };
    case 'BrlPix':
      return { form: { PixKey: email, TaxIdNumber: '529.982.247-25' }, mark: email };
    default:
      return walletOn(rail);
  }
}

function walletOn({ template }: Rail): Receiver {
  const mark =
    template === 'ToExternalBitcoinAddress'
      ? toScriptAddress(Buffer.concat([Buffer.from('0014', 'hex'), randomBytes(20)]), 'regtest')
      : privateKeyToAddress(generatePrivateKey());
  if (mark === null) throw new Error('the script of a new wallet has no address');
  return { form: { ExternalAddress: mark }, mark };
}

/** Formats an amount of the rail's product as decimal text. */
export function formatRailAmount({ decimals }: Rail, amount: bigint): string {
  return formatUnits(amount, decimals);
}
