/** Signs moves between our own addresses: by nonce on EVM networks, by expiry on TRON, by outputs on Bitcoin. */
import type { Result } from '@salar/protocol';
import type {
  EvmMoveRequest,
  MoveRefusal,
  MoveRequest,
  MoveSigner,
  SignedPayment,
  TronMoveRequest,
} from '@salar/services';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { Claims } from '../claims/claim-store.ts';
import type { Families } from '../families/open-families.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import type { TicketSigner } from '../payments/ticket-signer.ts';
import { EvmMoves } from './evm-moves.ts';
import { MoveLog } from './move-log.ts';
import { PlannedMoveLog } from './planned-move-log.ts';
import { PlannedMoves } from './planned-moves.ts';
import { TronMoves } from './tron-moves.ts';

export class Moves implements MoveSigner {
  readonly #evm: EvmMoves;
  readonly #tron: TronMoves;
  readonly #planned: PlannedMoves;

  constructor(options: {
    keys: SignerKeys;
    families: Families;
    networks: readonly SignerNetwork[];
    claims: Claims;
    tickets: TicketSigner;
    clock: () => number;
  }) {
    const { keys, families, networks, claims, tickets, clock } = options;
    this.#evm = new EvmMoves({ keys, networks, log: new MoveLog(claims), clock });
    this.#tron = new TronMoves({ keys, networks, log: new MoveLog(claims), clock });
    this.#planned = new PlannedMoves({
      families,
      networks,
      log: new PlannedMoveLog(claims),
      clock,
      runExclusive: (run) => tickets.runExclusive(run),
    });
  }

  move(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    if (isEvm(request)) return this.#evm.move(request);
    return isTron(request) ? this.#tron.move(request) : this.#planned.move(request);
  }
}

function isEvm(request: MoveRequest): request is EvmMoveRequest {
  return request.plan.family === 'evm';
}

function isTron(request: MoveRequest): request is TronMoveRequest {
  return request.plan.family === 'tron';
}
