import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { preloadViews } from '@salar/ui';

// The first lazy route compiles on demand.
// Dialogs, menus and toasts are there at the first press.
await preloadViews();

// The frames of jsdom come from an interval: one that a test with a clock of its own had set would be the last in this process.
const [later, never] = [setTimeout, clearTimeout];
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16));
globalThis.cancelAnimationFrame = (frame) => never(frame);

// jsdom draws nothing, so nothing moves in it.
Element.prototype.animate = () => ({}) as Animation;
Element.prototype.scrollIntoView = () => undefined;

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
