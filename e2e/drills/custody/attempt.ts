/** An attempt of a compromised exchange on the signer, and the outcomes of its steps. */
import type { SignRequest } from '@salar/services';
import type { AttackedSigner } from './attacked-signer.ts';
import type { Attacker } from './attacker.ts';

export type Step = {
  readonly tries: string;
  /** The refusal, or `signed`. */
  readonly outcome: string;
  /** The outcome that the defence promises. */
  readonly expected: string;
} & (
  | {
      /** The text of the alert that must report it. */
      readonly alert: string;
    }
  | {
      /** Why nothing reports it. */
      readonly unreported: string;
    }
);
export type Attempt = {
  readonly name: string;
  run(signer: AttackedSigner, attacker: Attacker): Promise<readonly Step[]>;
};

/** Why a step that gets what the exchange may have is no alert. */
export const isAllowed = 'the exchange may have it';

/** A request for a payment that must be refused. */
export async function refused(
  attacker: Attacker,
  tries: string,
  request: SignRequest,
  expected: string,
): Promise<Step> {
  return {
    tries,
    outcome: await attacker.request(request),
    expected,
    alert: `refused sign: ${expected} (ticket ${request.ticket.ticketId})`,
  };
}
export async function allowed(attacker: Attacker, tries: string, request: SignRequest): Promise<Step> {
  return { tries, outcome: await attacker.request(request), expected: 'signed', unreported: isAllowed };
}
