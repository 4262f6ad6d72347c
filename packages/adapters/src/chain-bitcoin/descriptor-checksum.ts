/** The checksum of output descriptors (BIP 380). */

const inputCharset =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const checksumCharset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const checksumLength = 8;
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** Returns true when a descriptor ends with `#` and its own checksum. */
export function hasDescriptorChecksum(text: string): boolean {
  const end = text.length - checksumLength - 1;
  if (end < 0 || text[end] !== '#') return false;
  const symbols = expand(text.slice(0, end));
  const given = Array.from(text.slice(end + 1), (character) => checksumCharset.indexOf(character));
  return symbols !== null && !given.includes(-1) && computePolymod([...symbols, ...given]) === 1n;
}

/** Converts the text to symbols of five bits; null for a character that no descriptor has. */
function expand(text: string): number[] | null {
  const symbols: number[] = [];
  let group: number[] = [];
  for (const character of text) {
    const place = inputCharset.indexOf(character);
    if (place < 0) return null;
    symbols.push(place & 31);
    group.push(place >> 5);
    if (group.length < 3) continue;
    symbols.push(joinGroup(group));
    group = [];
  }
  if (group.length > 0) symbols.push(joinGroup(group));
  return symbols;
}

function joinGroup(group: readonly number[]): number {
  return group.reduce((sum, one) => sum * 3 + one, 0);
}

function computePolymod(symbols: readonly number[]): bigint {
  let sum = 1n;
  for (const symbol of symbols) {
    const top = sum >> 35n;
    sum = ((sum & 0x7_ffff_ffffn) << 5n) ^ BigInt(symbol);
    for (const [bit, value] of generator.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= value;
  }
  return sum;
}
