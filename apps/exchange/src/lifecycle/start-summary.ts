/** Formats the summary that the terminal shows when everything runs. */
import type { Config } from '../settings/config.ts';
import { listMissingParts } from './missing-parts.ts';
import { listSwitchedOff } from './switched-off.ts';

export function formatStartSummary(
  config: Config,
  details: {
    /** null for standard output. */
    readonly logPath: string | null;
    readonly total: string;
    /** Sentences about what the start found missing. */
    readonly notes?: readonly string[];
    /** The login of the demo customer in the local profile; null in production. */
    readonly demoLogin: { readonly userName: string; readonly password: string } | null;
    /** The version of the Node that runs the exchange. */
    readonly nodeVersion?: string;
  },
): string {
  const { publicUrl } = config;
  const { demoLogin } = details;
  const rows = [
    ['Open', publicUrl],
    ...(demoLogin
      ? [
          ['Look around as', `${demoLogin.userName} / ${demoLogin.password}`],
          ['Or begin as a newcomer', `${publicUrl}/signup`],
          ['Mail, coins, reviews', `${publicUrl}/local`],
        ]
      : []),
    ['API documents', `${publicUrl}/docs`],
    ['Data', config.dataDir],
    ['Log', details.logPath ?? 'standard output'],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(24)} ${value}`);
  const local = 'This is the local profile: no real money moves.';
  const off = listSwitchedOff(config, details.nodeVersion).map((what) => `  ${what}`);
  const missing = [...listMissingParts(config), ...(details.notes ?? [])].map((what) => `  ${what}`);
  return [
    ``,
    `Salar is ready (${details.total}).`,
    ...(demoLogin ? [local] : []),
    ...(off.length > 0 ? [``, `Switched off:`, ...off] : []),
    ...(missing.length > 0 ? [``, `Missing:`, ...missing] : []),
    ``,
    ...lines,
    ``,
  ].join('\n');
}
