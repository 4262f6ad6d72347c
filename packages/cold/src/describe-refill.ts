/** Describes a refill in words, for the person who signs it. */
import { spellAmount } from '@salar/services/operator/spell-amount';
import type { Line } from './cold-family.ts';
import { formatColdAmount } from './format-amount.ts';
import type { OpenRefill } from './open-refill.ts';

const indent = '  ';

/** Returns true when the receiver is a hot wallet of the owner's own settings. */
export function paysOurs({ network, details }: OpenRefill): boolean {
  return network.hotAddresses.includes(details.receiver);
}

/** Describes everything that a signature of this refill would allow. */
export function describeRefill(refill: OpenRefill): string {
  const { network, details } = refill;
  const { amount, sender, senderKind, receiver, fee, feeNote, signatures, more } = details;
  const isOurs = paysOurs(refill);
  const signers = signatures.signers.length === 0 ? 'none' : signatures.signers.join(', ');
  const lines: readonly Line[] = [
    ['Network', `${network.name}, chain id ${network.chainId}`],
    ['From', sender],
    ['', `our cold storage (${senderKind})`],
    ['To', receiver],
    ['', isOurs ? 'our hot wallet, by your settings' : 'NOT a hot wallet of your settings'],
    ['Amount', formatColdAmount(amount)],
    ['', `${spellAmount(amount.minor, amount.decimals)} ${amount.product}`],
    ['', `${amount.minor} minor units`],
    ['Fee', fee.minor === 0n ? 'none from cold storage' : formatColdAmount(fee)],
    ['', feeNote],
    ...more,
    ['Signatures', `${signatures.signers.length} of ${signatures.required} (${signers})`],
  ];
  const text = ['Refill from cold storage', '', ...formatLines(lines)].join('\n');
  return isOurs ? `${text}\n` : `${text}\n\n${formatWarning(receiver)}\n`;
}

/** Formats labelled values in two columns. */
export function formatLines(lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, value]) => `${indent}${label.padEnd(width)}${value}`);
}

function formatWarning(receiver: string): string {
  const bar = '!'.repeat(74);
  return [
    bar,
    '!! WARNING: THE RECEIVER IS NOT OURS',
    `!! ${receiver}`,
    '!! is not a hot wallet of your settings. Whoever owns it gets the money, and',
    '!! nobody can bring it back. Do not sign unless you know that address from',
    '!! another source than this file.',
    bar,
  ].join('\n');
}
