/** Names of browsers and systems behind a `User-Agent`, such as `Chrome on Android`. */

/** Ordered by precedence: many browsers also name the ones they are based on. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const nameLengthMax = 40;

/** Formats the device name; for other programs the first word of the `User-Agent`, empty without one. */
export function toDeviceName(agent: string | null): string {
  if (agent === null) return '';
  const program = findName(programs, agent);
  const system = findName(systems, agent);
  if (program !== null && system !== null) return `${program} on ${system}`;
  return program ?? system ?? (agent.split(/[/ ]/, 1)[0] ?? '').slice(0, nameLengthMax);
}

function findName(table: typeof programs, agent: string): string | null {
  return table.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
