/**
 * Two sizes of the journeys. A short run, as in `npm test`, checks every kind of screen, dialog and component once, in one
 * language and one look. A whole sweep checks all of them in all languages and looks.
 */
export const isWholeSweep = process.env['SALAR_E2E'] === 'all';
