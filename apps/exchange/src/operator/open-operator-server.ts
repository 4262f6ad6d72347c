/** Opens the operators' service: completes what a crash interrupted, then starts the Unix socket and the listener. */
import { join } from 'node:path';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { Logger } from 'pino';
import { OperatorService } from '@salar/services/operator/operator-service';
import type { OperatorServiceOptions } from '@salar/services/operator/operator-service';
import { railPoint, writePoint } from '@salar/store/write-points';
import type { Config } from '../settings/config.ts';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import type { ShutdownSteps } from '../lifecycle/shutdown.ts';
import { startOperatorListener } from './operator-listener.ts';
import { startOperatorServer } from './operator-server.ts';
import type { Laptop } from '../lifecycle/laptop.ts';
import { prepareOperatorSocketPath } from './socket-path.ts';

export async function openOperatorServer({
  config,
  laptop,
  stops,
  ...options
}: Omit<OperatorServiceOptions, 'log' | 'onStep'> & {
  readonly config: Config;
  readonly laptop: Laptop | null;
  readonly stops: ShutdownSteps;
  readonly log: Logger;
}): Promise<void> {
  const { log } = options;
  const service = new OperatorService({
    ...options,
    onStep: (step) => {
      writePoint(`withdrawal.${step}`);
      railPoint('bank', step);
    },
  });
  await retryDuringStart(log, 'operators', async () => {
    await service.heal();
    await laptop?.seedBankBalances(options);
  });
  const server = await startOperatorServer({
    service,
    socketPath: prepareOperatorSocketPath(config.dataDir),
    log,
  });
  stops.add('operators', () => server.close());
  if (config.operatorListen === null) return;
  const listener = await startOperatorListener({
    service,
    identity: await openTlsIdentity(join(config.dataDir, 'keys'), 'operators'),
    address: config.operatorListen,
    log,
  });
  stops.add('the listener of operators', () => listener.close());
}
