import { Engine } from '@salar/engine';
import { millis, sequence } from '@salar/protocol';
import { expect, test } from 'vitest';
import { products } from '../seed/catalogue.ts';
import { readHealth } from './read-health.ts';

test('S5, S13 the health page names halted products, and what deposits and withdrawals wait for', () => {
  const undurable = new Engine();
  const apply = (command: Parameters<Engine['apply']>[0]) =>
    undurable.apply(command, { sequence: sequence(undurable.lastSequence + 1), at: millis(1) });
  for (const product of Object.values(products)) apply(product);
  const parts = { sequencer: { undurable }, networks: () => [], problem: () => null };
  expect(readHealth(parts)).toEqual({ tickets: 'ready' });
  apply({ type: 'SetProductHalt', productId: products.ETH.productId, halted: true });
  expect(
    readHealth({ ...parts, networks: () => null, problem: () => 'The signer does not answer.' }),
  ).toEqual({
    tickets: 'starting',
    problem: 'The signer does not answer.',
    frozen: ['ETH'],
  });
});
