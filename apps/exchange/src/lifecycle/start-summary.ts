/** What a person reads when everything runs. */
import type { Config } from '../settings/config.ts';
import { demoLogin } from '@salar/laptop/seeds/demo-customer';

export function summary(config: Config, facts: { readonly logPath: string; readonly total: string }): string {
  const { publicUrl } = config;
  const isLocal = config.profile === 'local';
  const rows = [
    ['Open', publicUrl],
    ...(isLocal
      ? [
          ['Look around as', `${demoLogin.userName} / ${demoLogin.password}`],
          ['Or begin as a newcomer', `${publicUrl}/signup`],
          ['Mail, coins, reviews', `${publicUrl}/local`],
        ]
      : []),
    ['API documents', `${publicUrl}/docs`],
    ['Data', config.dataDir],
    ['Log', facts.logPath],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(24)} ${value}`);
  const local = 'This is the local profile: no real money moves.';
  return [``, `Salar is ready (${facts.total}).`, ...(isLocal ? [local] : []), ``, ...lines, ``].join('\n');
}
