/**
 * Checks whether an address looks like one of the chosen network, to prevent coins from going where they cannot be
 * moved.
 *
 * Only the format is checked. A network without a known format is never judged.
 */
import type { TemplateType } from '../../api/records/template-type.ts';

type Family = 'evm' | 'bitcoin' | 'tron';

const shapes: Readonly<Record<Family, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  bitcoin: /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,71}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
};

/** Names for the message when an address belongs to another family. */
const familyNames: Readonly<Record<Family, string>> = { evm: 'Ethereum', bitcoin: 'Bitcoin', tron: 'Tron' };

const networkPatterns: readonly (readonly [RegExp, Family])[] = [
  [/tron|trc-?20/i, 'tron'],
  [/bitcoin|btc/i, 'bitcoin'],
  [/ether|eth|erc-?20|polygon|matic|evm/i, 'evm'],
];

export type ShapeVerdict =
  | { readonly kind: 'plausible' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'otherNetwork'; readonly looksLike: string };

export function checkAddress(address: string, network: TemplateType): ShapeVerdict {
  const family = findFamily(network);
  if (family === null) return { kind: 'unknown' };
  if (shapes[family].test(address)) return { kind: 'plausible' };
  const other = (Object.keys(shapes) as Family[]).find((name) => shapes[name].test(address));
  return other ? { kind: 'otherNetwork', looksLike: familyNames[other] } : { kind: 'malformed' };
}

/** False only for an address that the network would certainly refuse. */
export function isPlausible(address: string, network: TemplateType): boolean {
  const { kind } = checkAddress(address, network);
  return kind === 'plausible' || kind === 'unknown';
}

function findFamily({ templateName, displayName, providerName }: TemplateType): Family | null {
  const text = `${displayName} ${templateName} ${providerName}`;
  return networkPatterns.find(([word]) => word.test(text))?.[1] ?? null;
}
