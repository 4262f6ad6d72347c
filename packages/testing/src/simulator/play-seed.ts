/** One episode by its seed, and its result. */
import { runEpisode } from './episode.ts';
import type { EpisodeResult } from './episode.ts';
import { RandomSteps } from './random-steps.ts';

export type Episode = { readonly seed: number; readonly commands: number };

export type Played = Episode & Omit<EpisodeResult, 'steps' | 'commands'> & { readonly journaled: number };

export async function playSeed({ seed, commands }: Episode): Promise<Played> {
  const {
    findings,
    journalHash,
    stateHash,
    incidents,
    commands: journaled,
  } = await toEpisode({ seed, commands });
  return { seed, commands, journaled, findings, journalHash, stateHash, incidents };
}

/** Runs the episode and returns its steps as well. */
export function toEpisode({ seed, commands }: Episode): Promise<EpisodeResult> {
  return runEpisode(new RandomSteps(seed, commands));
}
