/**
 * Requests that clients sent, and the answers they received.
 *
 * A writer decides at once, so each decision is identified by the writer's epoch and its position in that writer's
 * journal: if the journal has a row of that epoch there, it must be that command.
 */
import type { Command, Outcome } from '@salar/protocol';

export type Submission = {
  readonly command: Command;
  readonly epoch: number;
  readonly sequence: number;
  /** Null without an answer, or when it will never be known. */
  outcome: Outcome | null;
};

const sequencesMax = 10_000_000;

export class Submissions {
  readonly #byPlace = new Map<number, Submission>();
  readonly acknowledged: Submission[] = [];

  addDecided(command: Command, epoch: number, sequence: number): Submission {
    const submission: Submission = { command, epoch, sequence, outcome: null };
    this.#byPlace.set(epoch * sequencesMax + sequence, submission);
    return submission;
  }

  acknowledge(submission: Submission, outcome: Outcome): void {
    submission.outcome = outcome;
    this.acknowledged.push(submission);
  }

  at(epoch: number, sequence: number): Submission | undefined {
    return this.#byPlace.get(epoch * sequencesMax + sequence);
  }
}
