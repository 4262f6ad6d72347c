/** The real service of saved destinations, over one network without a chain and the local bank rails. */
import { parseEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { bankProviders, localChainIds } from '@salar/services';
import type { RowMacs } from '@salar/services/crypto/row-macs';
import { DestinationRecords } from '@salar/services/destinations/destination-records';
import { DestinationService } from '@salar/services/destinations/destination-service';
import type { DestinationServiceOptions } from '@salar/services/destinations/destination-service';
import type { ColumnSeals } from '@salar/store';
import { products } from '../../src/seed/catalogue.ts';
import { offlineProvider } from './in-memory-tickets.ts';

export function createOfflineDestinations(
  options: Omit<DestinationServiceOptions, 'records' | 'providers' | 'chainAccess'> & {
    readonly macs: RowMacs;
    readonly seals: ColumnSeals;
  },
): DestinationService {
  const banks = bankProviders({ cop: products.COP.productId, brl: products.BRL.productId });
  const chainAccess = {
    schemes: new Map([[localChainIds.ethereum, evmScheme]]),
    networks: [],
    houseAddresses: new Set<string>(),
  };
  return new DestinationService({
    ...options,
    records: new DestinationRecords(options),
    providers: [offlineProvider, ...banks],
    chainAccess: () => chainAccess,
  });
}

const evmScheme = {
  family: 'evm' as const,
  firstIndex: 1,
  derive: (index: number) => `0x${index.toString(16).padStart(40, '0')}`,
  parse: parseEvmAddress,
  isBurn: () => false,
};
