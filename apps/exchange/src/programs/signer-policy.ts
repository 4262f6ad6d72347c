/**
 * `npm run signer-policy -- NETWORKS_FILE`: writes the part of a networks file that the signer enforces. It runs anywhere,
 * needs no exchange, and its result is read by people before the signer gets it.
 */
import { readFileSync } from 'node:fs';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import { products } from '../seed/catalogue.ts';
import { readNetworksFile } from '../settings/networks/networks-file.ts';

try {
  const path = process.argv[2];
  if (path === undefined) throw new Error('usage: npm run signer-policy -- NETWORKS_FILE > policy.json');
  const { networks, caps } = readNetworksFile(readFileSync(path, 'utf8'), products);
  process.stdout.write(formatPolicy(buildPolicy(networks, caps)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
