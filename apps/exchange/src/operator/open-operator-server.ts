/** Opens the operators' desk: what a crash left half done first, then the door. */
import type { Logger } from 'pino';
import { OperatorService } from '@salar/services/operator/operator-service';
import type { OperatorServiceOptions } from '@salar/services/operator/operator-service';
import { railPoint, writePoint } from '@salar/store/write-points';
import type { Config } from '../settings/config.ts';
import { patiently } from '../lifecycle/retry-during-start.ts';
import type { StopOrder } from '../lifecycle/shutdown.ts';
import { openOperatorDoor } from './operator-server.ts';
import type { Laptop } from '../compose/laptop.ts';
import { operatorSocketPath } from './socket-path.ts';

export async function openOperators({
  config,
  laptop,
  stops,
  ...options
}: Omit<OperatorServiceOptions, 'log' | 'onStep'> & {
  readonly config: Config;
  readonly laptop: Laptop | null;
  readonly stops: StopOrder;
  readonly log: Logger;
}): Promise<void> {
  const { log } = options;
  const desk = new OperatorService({
    ...options,
    onStep: (step) => {
      writePoint(`withdrawal.${step}`);
      railPoint('bank', step);
    },
  });
  await patiently(log, 'operators', async () => {
    await desk.heal();
    await laptop?.seedBankBalances(options);
  });
  const door = await openOperatorDoor({ desk, socketPath: operatorSocketPath(config.dataDir), log });
  stops.add('operators', () => door.close());
}
