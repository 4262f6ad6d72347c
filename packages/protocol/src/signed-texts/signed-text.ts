/**
 * The texts that are signed: a line with purpose and version, then one labelled value per line.
 *
 * Every text ends with a newline. A value has visible characters only, so that what a person reads is what is signed.
 */

/** The purpose of a signature: one over a text of another purpose is never accepted. */
export type Purpose =
  | 'payment'
  | 'withdrawal'
  | 'founding'
  | 'operator-request'
  | 'journal-checkpoint'
  | 'policy-amendment'
  | 'watcher-halt'
  | 'halt-lift';

export type Line = readonly [label: string, value: string];

const textMax = 65_536;
const headPattern = /^salar\/[a-z]+(?:-[a-z]+)*\/v[1-9][0-9]*$/;
const labelPattern = /^[a-z][a-z0-9-]*(?: [a-z0-9-]+)*$/;
/** Line ends, control and format characters (which reverse or hide text), lone surrogates, and blanks other than a space. */
const invisiblePattern =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0]/u;

/** Returns true when a value fits on a line: not empty, no space at its ends, and nothing that cannot be seen. */
function isVisible(value: string): boolean {
  return value !== '' && value.trim() === value && !invisiblePattern.test(value);
}

/** The versions of the purposes whose texts were changed; the others have the first. */
const versions: Partial<Readonly<Record<Purpose, number>>> = { payment: 2, 'policy-amendment': 2 };

/** Returns the first line of the texts of a purpose. */
function formatHead(purpose: Purpose, version = versions[purpose] ?? 1): string {
  return `salar/${purpose}/v${version}`;
}

/**
 * Formats a text; null when a label is malformed or a value cannot be shown on one line.
 *
 * @param version  a former version of the purpose's texts, to recognise one; the current one by default
 */
export function formatSignedText(purpose: Purpose, lines: readonly Line[], version?: number): string | null {
  if (!lines.every(([label, value]) => labelPattern.test(label) && isVisible(value))) return null;
  const head = formatHead(purpose, version);
  const text = [head, ...lines.map(([label, value]) => `${label}: ${value}`), ''].join('\n');
  return text.length <= textMax ? text : null;
}

/** Reads the lines of a text of one purpose; null for any text that `formatSignedText` would not return. */
export function readSignedText(purpose: Purpose, text: string): readonly Line[] | null {
  if (text.length > textMax) return null;
  const [head, ...rest] = text.split('\n');
  if (head !== formatHead(purpose) || rest.pop() !== '') return null;
  const lines = rest.map((line): Line => {
    const at = line.indexOf(': ');
    return at === -1 ? ['', ''] : [line.slice(0, at), line.slice(at + 2)];
  });
  return formatSignedText(purpose, lines) === text ? lines : null;
}

/** Returns true for a text that starts with the line of any purpose: only such texts are ever verified. */
export function hasPurpose(text: string): boolean {
  return text.length <= textMax && headPattern.test(text.split('\n', 1)[0] ?? '');
}
