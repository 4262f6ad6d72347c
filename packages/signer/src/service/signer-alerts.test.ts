import { expect, test } from 'vitest';
import { createAlerts } from './signer-alerts.ts';

const hour = 3_600_000;

test('the same alert is written once an hour, with the count of its event', () => {
  const lines: string[] = [];
  let now = 0;
  const alert = createAlerts(
    (line) => lines.push(line),
    () => now,
  );
  const refused = { event: 'refused sign: hourly_cap_exceeded', subject: 'ticket 7' };
  for (let count = 0; count < 5; count += 1) alert(refused);
  alert({ ...refused, subject: 'ticket 8' });
  alert({ event: 'a caller without an accepted certificate', subject: '' });
  now = hour;
  alert(refused);
  expect(lines).toEqual([
    'ALERT: refused sign: hourly_cap_exceeded (ticket 7); 1 since the start\n',
    'ALERT: refused sign: hourly_cap_exceeded (ticket 8); 6 since the start\n',
    'ALERT: a caller without an accepted certificate; 1 since the start\n',
    'ALERT: refused sign: hourly_cap_exceeded (ticket 7); 7 since the start\n',
  ]);
});

test('many different alerts forget the oldest ones only', () => {
  const lines: string[] = [];
  const alert = createAlerts(
    (line) => lines.push(line),
    () => 0,
  );
  for (let ticket = 0; ticket <= 10_000; ticket += 1)
    alert({ event: 'refused', subject: `ticket ${ticket}` });
  lines.length = 0;
  alert({ event: 'refused', subject: 'ticket 10000' });
  expect(lines).toEqual([]);
  alert({ event: 'refused', subject: 'ticket 0' });
  expect(lines).toHaveLength(1);
});
