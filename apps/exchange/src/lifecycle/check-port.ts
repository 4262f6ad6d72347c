import { createServer } from 'node:net';

/** Checks early, before anything heavy starts, that the port is free. @throws the system's error if it is not */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
