/** Describes what tests and drills use of an exchange with cold storage, whatever the family of its network. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductDefinition } from '@salar/engine';
import { assert, millis, sequence } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { ColdStorage } from '@salar/services/ports/cold-storage';
import type { NetworkSettings } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { openOperatorWorld } from '../operator-world.ts';
import type { OfflineOwner } from './offline-owner.ts';

/** The share of the hot wallets, in millionths: a twentieth. */
export const hotCapPpm = 50_000n;

export type ColdWorld = {
  readonly owners: readonly OfflineOwner[];
  readonly required: number;
  /** The settings file of the owners. */
  readonly settings: string;
  /** A folder for the files that travel between the exchange and the owners. */
  readonly folder: string;
  /** Mines a block and lets everything work, so often. */
  pass(turns: number): Promise<void>;
  readHeight(): Promise<number>;
  /** Runs a command as an operator; the file of an answer is written into the folder. */
  act(command: string, params: Readonly<Record<string, string>>): Promise<OperatorAct>;
  /** Returns what the hot wallets and cold storage hold, what is owed to customers, and custody in the books. */
  readShares(product: ProductId): Promise<{ hot: bigint; cold: bigint; owed: bigint; books: bigint }>;
  /** Opens this cold storage as a compromised exchange would, which has refills paid to somebody else. */
  openForger(receiver: string): ColdStorage;
  close(): Promise<void>;
};

type OperatorAct = OperatorAnswer & { readonly path?: string };

/** Opens an operator of the network's refills. @param products  defined in the operators' books, beside ether */
export async function openRefillOperator(
  database: TicketDatabase,
  options: {
    readonly network: NetworkSettings;
    readonly coldStorage: ColdStorage;
    readonly product: Pick<ProductDefinition, 'productId' | 'symbol' | 'name' | 'decimals'>;
    readonly folder: string;
  },
): Promise<ColdWorld['act']> {
  const { network, coldStorage, product, folder } = options;
  const operators = await openOperatorWorld(database, {
    networks: [network],
    coldStorages: () => new Map([[network.chainId, coldStorage]]),
  });
  const { engine, clock } = operators;
  const command = { type: 'DefineProduct', kind: 'crypto', ...product } as const;
  const stamp = { sequence: sequence(engine.lastSequence + 1), at: millis(clock.now) };
  assert(engine.apply(command, stamp).ok, 'the product is defined');
  const finance = await operators.createOperator('fabio', 'admin');
  return async (name, params) => {
    const answer = await operators.act(finance, name, params);
    if (!answer.ok || answer.file === undefined) return answer;
    const path = join(folder, answer.file.name);
    writeFileSync(path, Buffer.from(answer.file.base64, 'base64'));
    return { ...answer, path };
  };
}
