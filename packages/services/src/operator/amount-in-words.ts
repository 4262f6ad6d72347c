/** Amounts said in words, so that a zero too many is heard. Exact, like everything about money. */
import { formatAmount } from '@salar/protocol';

const listed = (words: string) => words.split(' ');
const small = listed(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen',
);
const tens = ['', '', ...listed('twenty thirty forty fifty sixty seventy eighty ninety')];
const thousands = [
  '',
  ...listed(
    'thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion',
  ),
  ...listed('decillion undecillion duodecillion'),
];

/**
 * @param amount  minor units, zero or more
 * @example amountInWords(25000050n, 2)   // 'two hundred fifty thousand point five'
 */
export function amountInWords(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = formatAmount(amount, decimals).split('.');
  const said = wholeInWords(BigInt(whole));
  if (fraction === undefined) return said;
  const digits = Array.from(fraction, (digit) => small[Number(digit)]);
  return `${said} point ${digits.join(' ')}`;
}

function wholeInWords(whole: bigint): string {
  if (whole === 0n) return 'zero';
  const groups: string[] = [];
  for (let rest = whole, place = 0; rest > 0n; rest /= 1000n, place += 1) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(`${groupInWords(group)} ${thousands[place]}`.trim());
  }
  return groups.join(' ');
}

function groupInWords(group: number): string {
  const hundreds = Math.floor(group / 100);
  const rest = group % 100;
  const words: string[] = [];
  if (hundreds > 0) words.push(`${small[hundreds]} hundred`);
  if (rest >= 20) words.push(`${tens[Math.floor(rest / 10)]}${rest % 10 > 0 ? `-${small[rest % 10]}` : ''}`);
  else if (rest > 0) words.push(small[rest] ?? '');
  return words.join(' ');
}
