import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { preloadViews, setNumberFormat, toNumberFormat } from '@salar/ui';

// Loads every lazy view, so that dialogs, menus and toasts open at the first press.
await preloadViews();

// jsdom derives animation frames from an interval, and fake timers installed by a test would stop it for this whole
// process.
const [later, never] = [setTimeout, clearTimeout];
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16));
globalThis.cancelAnimationFrame = (frame) => never(frame);

// jsdom has no layout, so animations do nothing.
Element.prototype.animate = () => ({}) as Animation;
Element.prototype.scrollIntoView = () => undefined;

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  // Files share their modules, so a format that one sets would be the next one's.
  setNumberFormat(toNumberFormat('en', null));
});
