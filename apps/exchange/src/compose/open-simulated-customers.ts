/** Builds the simulated customers of the local profile, who trade through the public API. */
import { join } from 'node:path';
import { openKey } from '@salar/adapters/files/key-files';
import type { Sequencer } from '@salar/sequencer';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { products } from '../seed/catalogue.ts';
import { getBundledUrl } from './bundled-files.ts';
import type { Laptop } from '../lifecycle/laptop.ts';
import type { RunOptions } from './run-options.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';

export type SimulatedCustomers = InstanceType<Laptop['SimulatedCustomers']>;

/** Returns null in production and where they are switched off. They do not trade before they are started. */
export function openSimulatedCustomers(
  { config, laptop, log, database }: RunOptions,
  {
    sequencer,
    services,
  }: { readonly sequencer: Sequencer; readonly services: Pick<CustomerServices, 'authentication'> },
): SimulatedCustomers | null {
  if (laptop === null || config.simulatedOrdersPerMinute === null) return null;
  return new laptop.SimulatedCustomers({
    database,
    products,
    sequencer,
    registration: services.authentication.registration,
    log,
    url: getLocalUrl(config),
    ordersPerMinute: config.simulatedOrdersPerMinute,
    key: openKey(join(config.dataDir, 'keys', 'simulated-customers.key')),
    workerUrl: getBundledUrl('./simulated-customers.js'),
  });
}

/** Returns the address of the gateway as a program on this machine reaches it. */
function getLocalUrl({ host, port }: Pick<StartOptions['config'], 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
