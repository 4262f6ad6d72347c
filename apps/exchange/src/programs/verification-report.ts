/** Formats the result of `npm run verify` for a terminal. */
import type { Verification } from '@salar/sequencer';

export function formatVerificationReport(
  verification: Verification,
  { name, seconds }: { name: string; seconds: number },
): string {
  const number = (value: number) => value.toLocaleString('en-US').padStart(12);
  const lines = [
    `Books in ${name}`,
    `${verification.sequence.toLocaleString('en-US')} commands replayed in ${seconds.toFixed(1)} s; ` +
      `history goes up to command ${verification.projectedSequence.toLocaleString('en-US')}`,
    '',
    `${'compared'.padEnd(28)}${'count'.padStart(12)}${'different'.padStart(12)}`,
    ...verification.findings.map(
      (one) => `${one.what.padEnd(28)}${number(one.compared)}${number(one.different)}`,
    ),
    '',
    ...verification.findings.flatMap((one) => one.examples.map((example) => `DIFFERENT  ${example}`)),
    `state hash ${verification.stateHash}`,
    verification.findings.some((one) => one.different > 0)
      ? 'The books do NOT agree.'
      : 'The books agree to the last unit.',
  ];
  return lines.join('\n');
}
