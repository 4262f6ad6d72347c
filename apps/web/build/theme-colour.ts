/**
 * Sets the colour of the browser's own surfaces to the canvas of the dark theme. `boot.js` and the app read the
 * canvas of the chosen theme from the same element.
 */
import { darkColours, lightColours } from './generated/colours.ts';
import type { Plugin } from 'vite';

const attrs = {
  name: 'theme-color',
  content: darkColours.canvas,
  'data-dark': darkColours.canvas,
  'data-light': lightColours.canvas,
};

/** Adds the `theme-color` of the page. */
export function themeColour(): Plugin {
  return {
    name: 'salar:theme-colour',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
}
