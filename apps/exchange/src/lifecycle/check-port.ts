import { createServer } from 'node:net';

/** Finds out at once, before anything heavy starts, whether the port can be had. @throws the system's error if not */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
