/** What a person reads when everything runs. */
import type { Config } from '../config.ts';
import { demoLogin } from '../seed/demo-customer.ts';

export function summary(config: Config, facts: { readonly logPath: string; readonly total: string }): string {
  const { publicUrl } = config;
  const isLocal = config.profile === 'local';
  const rows = [
    ['Open', publicUrl],
    ...(isLocal
      ? [
          ['Demo login', `${demoLogin.userName} / ${demoLogin.password}`],
          ['Mailbox', `${publicUrl}/local/mailbox`],
          ['Faucet, reviewer and more', `${publicUrl}/local`],
        ]
      : []),
    ['API documents', `${publicUrl}/docs`],
    ['Data', config.dataDir],
    ['Log', facts.logPath],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(28)} ${value}`);
  return [``, `Salar is ready (${facts.total}).`, ``, ...lines, ``].join('\n');
}
