/**
 * Day and month numbers by arithmetic alone: the engine uses no clock or calendar of its machine. The numbers are
 * those of UTC, or of the exchange when the time is local (`State.toLocalTime`).
 */

const dayMs = 86_400_000;

/** Returns whole days since 1970-01-01. */
export function toDayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

/** Returns months since year 0: 12 x year + month, where January is 0. */
export function toMonthNumber(at: number): number {
  // Counts in years that begin in March, so that the leap day is the last of its year
  // (https://howardhinnant.github.io/date_algorithms.html, civil_from_days).
  const days = toDayNumber(at) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  return 12 * (yearOfEra + era * 400) + monthFromMarch + 2;
}
