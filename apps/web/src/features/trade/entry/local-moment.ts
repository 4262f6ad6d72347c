/** Times in the time zone of the browser, as a date field writes them: `2026-03-05T14:30`. */

/** @returns milliseconds since 1970; null for text that is not a time */
export function toMoment(text: string): number | null {
  const at = text.includes('T') ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Formats the local minute of a time. */
export function toLocalText(at: number): string {
  const moment = new Date(at);
  const day = [
    padTwoDigits(moment.getFullYear(), 4),
    padTwoDigits(moment.getMonth() + 1, 2),
    padTwoDigits(moment.getDate(), 2),
  ].join('-');
  return `${day}T${padTwoDigits(moment.getHours(), 2)}:${padTwoDigits(moment.getMinutes(), 2)}`;
}

function padTwoDigits(figure: number, length: number): string {
  return String(figure).padStart(length, '0');
}
