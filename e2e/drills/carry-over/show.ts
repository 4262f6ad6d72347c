/** Prints and counts what the drill has seen. */
export const counts = { passed: 0, failed: 0 };

export function show(what: string, seen: boolean, instead: unknown = ''): void {
  counts[seen ? 'passed' : 'failed'] += 1;
  console.log(`  ${seen ? 'seen' : 'NOT SEEN'}: ${what}${seen ? '' : ` (${JSON.stringify(instead)})`}`);
}

/** Prints whether two values are equal, and both when they are not. */
export function showEqual(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  show(what, left === right, { found, expected });
}
