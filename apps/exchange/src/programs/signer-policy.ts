/**
 * `npm run signer-policy -- NETWORKS_FILE [APPROVERS_FILE]`: writes the part of a networks file that the signer enforces, and
 * who approves payments above the automatic caps. It runs anywhere, needs no exchange, and its result is read by people
 * before the signer gets it.
 */
import { readFileSync } from 'node:fs';
import { parseApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import { products } from '../seed/catalogue.ts';
import { readNetworksFile } from '../settings/networks/networks-file.ts';

try {
  const [, , path, approversPath] = process.argv;
  if (path === undefined)
    throw new Error('usage: npm run signer-policy -- NETWORKS_FILE [APPROVERS_FILE] > policy.json');
  const { networks, caps, passkeys } = readNetworksFile(readFileSync(path, 'utf8'), products);
  const approvals =
    approversPath === undefined ? null : parseApprovalPolicy(readFileSync(approversPath, 'utf8'));
  process.stdout.write(formatPolicy(buildPolicy({ networks, caps, approvals, passkeys })));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
