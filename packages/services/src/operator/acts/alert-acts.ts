/** Lists the alerts of the log since the exchange started. */
import type { ReadAct } from '../act.ts';
import { formatTime } from '../act-format.ts';

export const listAlerts: ReadAct = {
  kind: 'read',
  object: () => null,
  read({ alerts }) {
    const rows = alerts().map(({ at, text, details }) => ({ at: formatTime(at), alert: text, details }));
    const text =
      rows.length === 0 ? 'No alert since the start.' : 'The alerts since the start, newest first.';
    return Promise.resolve({ ok: true, text, rows });
  },
};
