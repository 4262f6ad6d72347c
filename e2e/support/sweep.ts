/**
 * Two sizes of the journeys. A short run, as in `npm test`, checks every kind of screen, dialog and component once, in one
 * language and one look. A whole sweep checks all of them in all languages and looks.
 */
export const isWholeSweep = process.env['SALAR_E2E'] === 'all';

/**
 * The details of a journey that only a whole sweep takes: other journeys take its steps on the same screens, and the tests
 * of the server and of the screens check the case in which it differs.
 */
export const sweepOnly = { tag: '@sweep' };
