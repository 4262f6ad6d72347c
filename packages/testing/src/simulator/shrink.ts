/** Shrinks a list of steps that still shows the same finding. */
import { runEpisode } from './episode.ts';
import type { EpisodeResult } from './episode.ts';
import { ListedSteps } from './random-steps.ts';
import type { Step } from './steps.ts';
import type { PlantedFaults } from './world.ts';

const runsMax = 2000;

/**
 * Removes steps, many at first and then one by one, and keeps what still gives the finding without them.
 *
 * @param failing an episode with findings
 * @returns the shortest episode found
 */
export async function shrink(failing: EpisodeResult, plant: PlantedFaults = {}): Promise<EpisodeResult> {
  const kind = toKind(failing.findings[0]);
  let best = failing;
  let runs = 0;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = best.steps.length - size; from > -size && runs < runsMax; from -= size) {
      const start = Math.max(0, from);
      const steps: Step[] = [...best.steps.slice(0, start), ...best.steps.slice(start + size)];
      const result = await runEpisode(new ListedSteps(steps), plant);
      runs += 1;
      if (result.findings.some((finding) => toKind(finding) === kind)) best = result;
    }
  }
  return best;
}

/** A finding without its numbers and commands. */
function toKind(finding: string | undefined): string | undefined {
  return finding?.replaceAll(/\{.*\}|\d+/g, '');
}
