/**
 * The watcher's settings file. Paths in it are relative to its own folder:
 *
 *   {
 *     "database": "postgres://salar_watch:…@db.example/salar?sslmode=verify-full",
 *     "policy": "policy.json",
 *     "wallets": "wallets.json",
 *     "nodes": [{ "chainId": 1, "url": "https://node.example", "traces": "debug" }],
 *     "dataDir": "data",
 *     "signers": [{ "endpoint": { "host": "10.0.0.7", "port": 9443 }, "signerCertificate": "signer.crt" }],
 *     "checkpointKey": "MCowBQ…"
 *   }
 *
 * Policy and wallets come from the signer, the nodes are the watcher's own: nothing here is what the exchange says.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  findDatabaseAddressProblem,
  findNodeAddressProblem,
  isDatabaseAddress,
} from '@salar/adapters/tls/encrypted-connections';
import { endpointSchema, resolveEndpoint } from '@salar/adapters/signer/signer-connection';
import type { SignerAddress } from '@salar/adapters/signer/signer-connection';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { readSpki } from '@salar/approvals/ed25519';
import type { SignerWallet } from '@salar/services';
import { parsePolicy } from '@salar/signer/policy/parse-policy';
import { z } from 'zod';

export type WatcherSettings = {
  readonly database: string;
  readonly networks: readonly SignerNetwork[];
  readonly wallets: readonly SignerWallet[];
  /** One for each network, by its chain id. */
  readonly nodes: ReadonlyMap<number, WatcherNode>;
  readonly dataDir: string;
  readonly intervalMs: number;
  /** A difference that may be a delay counts once it has lasted this long. */
  readonly graceMs: number;
  /** The interval between two comparisons of all balances in history. */
  readonly balancesEveryMs: number;
  readonly signers: readonly SignerAddress[];
  /** The public key of the signer's checkpoints of the journal. */
  readonly checkpointKey: string;
};
export type WatcherNode = z.infer<typeof nodeSchema>;

const pathSchema = z.string().min(1);
const nodeSchema = z
  .strictObject({
    chainId: z.int().min(1),
    /** Includes user and password when the node requires them. */
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    /** The node is reached over a private network, where http is as good as https. */
    plainHttp: z.boolean().optional(),
    traces: z.enum(['debug', 'trace', 'none']).default('none'),
    /** The API key of a hosted TRON node. */
    apiKey: z.string().min(1).optional(),
  })
  .superRefine(({ url, plainHttp }, context) => {
    const problem = plainHttp === true || !URL.canParse(url) ? null : findNodeAddressProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['url'], message: problem });
  });
const databaseSchema = z
  .string()
  .refine(isDatabaseAddress, 'must be a postgres:// address')
  .superRefine((address, context) => {
    const problem = isDatabaseAddress(address) ? findDatabaseAddressProblem(address) : null;
    if (problem !== null) context.addIssue(problem);
  });
const seconds = z.number().min(0.1).max(3_600);
const fileSchema = z.strictObject({
  database: databaseSchema,
  policy: pathSchema,
  wallets: pathSchema,
  nodes: z.array(nodeSchema).min(1),
  dataDir: pathSchema,
  intervalSeconds: seconds.default(20),
  graceSeconds: seconds.default(60),
  balancesMinutes: z.number().min(0).max(1_440).default(60),
  signers: z
    .array(z.strictObject({ endpoint: endpointSchema, signerCertificate: pathSchema }))
    .min(1)
    .max(2),
  checkpointKey: z
    .string()
    .refine((text) => readSpki(Buffer.from(text, 'base64')) !== null, 'must be what `signer init` printed'),
});
const walletsSchema = z.array(
  z.strictObject({
    family: z.enum(['evm', 'bitcoin', 'tron']),
    keyLayout: z.literal([1, 2]),
    xpub: z.string().min(1),
    depositBranches: z.array(z.strictObject({ xpub: z.string().min(1) })).exactOptional(),
    hotAddress: z.string().min(1),
    gasAddress: z.string().min(1).nullable(),
    houseAddress: z.string().min(1).exactOptional(),
    former: z
      .strictObject({
        hotAddress: z.string().min(1),
        gasAddress: z.string().min(1).nullable(),
        houseAddress: z.string().min(1).exactOptional(),
      })
      .exactOptional(),
  }),
);

/** Reads the settings and every file that they name. @throws with the file and what is wrong in it */
export function readWatcherSettings(path: string): WatcherSettings {
  const folder = dirname(resolve(path));
  const file = readJson(path, fileSchema);
  const networks = parsePolicy(readFileSync(resolve(folder, file.policy), 'utf8')).networks;
  const nodes = new Map(file.nodes.map((node) => [node.chainId, node]));
  for (const { chainId } of networks)
    if (!nodes.has(chainId)) throw new Error(`${path}: nodes has no node of network ${chainId}`);
  return {
    database: file.database,
    networks,
    wallets: readJson(resolve(folder, file.wallets), walletsSchema),
    nodes,
    dataDir: resolve(folder, file.dataDir),
    intervalMs: file.intervalSeconds * 1_000,
    graceMs: file.graceSeconds * 1_000,
    balancesEveryMs: file.balancesMinutes * 60_000,
    signers: file.signers.map(({ endpoint, signerCertificate }) => ({
      endpoint: resolveEndpoint(endpoint, folder),
      signerCertificate: readFileSync(resolve(folder, signerCertificate), 'utf8'),
    })),
    checkpointKey: file.checkpointKey,
  };
}

/** Reads only the folder of the watcher's keys, before the other files exist. @throws with what is wrong in the file */
export function readDataDir(path: string): string {
  const { dataDir } = readJson(path, z.object({ dataDir: pathSchema }));
  return resolve(dirname(resolve(path)), dataDir);
}

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path}: ${parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; ')}`,
  );
}
