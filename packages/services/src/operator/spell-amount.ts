/** Spells amounts out, so that a surplus zero is noticed. Exact, like every computation with money. */
import { formatAmount } from '@salar/protocol';

const split = (parts: string) => parts.split(' ');
const belowTwenty = split(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen',
);
const tens = ['', '', ...split('twenty thirty forty fifty sixty seventy eighty ninety')];
const thousands = [
  '',
  ...split(
    'thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion',
  ),
  ...split('decillion undecillion duodecillion'),
];

/**
 * Spells an amount out.
 *
 * @param amount  minor units, zero or more
 * @example amountInWords(25000050n, 2)   // 'two hundred fifty thousand point five'
 */
export function spellAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = formatAmount(amount, decimals).split('.');
  const spelled = spellWhole(BigInt(whole));
  if (fraction === undefined) return spelled;
  const digits = Array.from(fraction, (digit) => belowTwenty[Number(digit)]);
  return `${spelled} point ${digits.join(' ')}`;
}

function spellWhole(whole: bigint): string {
  if (whole === 0n) return 'zero';
  const groups: string[] = [];
  for (let rest = whole, index = 0; rest > 0n; rest /= 1000n, index += 1) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(`${spellGroup(group)} ${thousands[index]}`.trim());
  }
  return groups.join(' ');
}

function spellGroup(group: number): string {
  const hundreds = Math.floor(group / 100);
  const rest = group % 100;
  const parts: string[] = [];
  if (hundreds > 0) parts.push(`${belowTwenty[hundreds]} hundred`);
  if (rest >= 20)
    parts.push(`${tens[Math.floor(rest / 10)]}${rest % 10 > 0 ? `-${belowTwenty[rest % 10]}` : ''}`);
  else if (rest > 0) parts.push(belowTwenty[rest] ?? '');
  return parts.join(' ');
}
