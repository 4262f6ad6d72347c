/**
 * Loaded before a server or a signer (`node --import`) by the tests that start it: its clock runs as many milliseconds ahead as a file says.
 *
 * The machine's own clock stays as it is, for the other processes and for PostgreSQL.
 */
import { readFileSync } from 'node:fs';

const file = process.env.SALAR_TEST_CLOCK;
if (file !== undefined) {
  const RealDate = Date;
  let ahead = 0;
  const look = () => {
    try {
      ahead = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      ahead = 0; // not written yet
    }
  };
  look();
  setInterval(look, 50).unref();
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
