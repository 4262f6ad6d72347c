/** The signer process: opens the seed, serves the socket, ends with its parent or on a signal. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { MoveRequest, SignRequest } from '@salar/services';
import { EvmMoves } from '../moves/evm-moves.ts';
import { openKey, readOrCreateFile } from '@salar/adapters/files/key-files';
import { MoveLog } from '../moves/move-log.ts';
import { openSeed } from '../keys/seed-file.ts';
import { serveSigner } from './signer-server.ts';
import { readSignerSettings, signerPassphraseVariable, signerSettingsVariable } from './signer-settings.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';

/** Runs until the pipe at standard input closes, which happens whenever the parent ends. */
export async function runSigner(environment: NodeJS.ProcessEnv): Promise<void> {
  const text = environment[signerSettingsVariable];
  if (text === undefined) throw new Error(`${signerSettingsVariable} is not set`);
  const { keysDir, socketPath, networks, caps } = readSignerSettings(text);
  // Production passes the passphrase by environment; in the local profile it is stored beside the seed.
  const passphrase =
    environment[signerPassphraseVariable] ??
    readOrCreateFile(join(keysDir, 'passphrase'), () => randomBytes(24).toString('base64url')).trim();
  const root = openSeed(join(keysDir, 'seed.json'), passphrase);
  const tickets = new TicketSigner({
    root,
    networks,
    caps,
    ticketMacKey: openKey(join(keysDir, 'ticket-mac.key')),
    log: new SigningLog(join(keysDir, 'signed.jsonl')),
    clock: () => Date.now(),
  });
  const moves = new EvmMoves({
    root,
    networks,
    log: new MoveLog(join(keysDir, 'moves.jsonl')),
    clock: () => Date.now(),
  });
  const signer = {
    identity: () => tickets.identity(),
    sign: (request: SignRequest) => tickets.sign(request),
    move: (request: MoveRequest) => moves.move(request),
  };
  await serveSigner(signer, socketPath);

  const end = () => process.exit(0);
  process.on('SIGTERM', end);
  process.on('SIGINT', () => undefined); // a terminal's Ctrl-C reaches the whole process group; the parent stops us in order
  process.stdin.on('end', end).resume();
}
