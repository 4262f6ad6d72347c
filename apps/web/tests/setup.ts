import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { preloadViews } from '@salar/ui';

// The first lazy route compiles on demand.
// Dialogs, menus and toasts are there at the first press.
await preloadViews();

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
