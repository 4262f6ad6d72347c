/** The theme on screen follows the choices of other tabs of the same browser. */
import { expect, test } from 'vitest';
import { getTheme, followTheme } from './theme.ts';

test('a theme that was chosen in another tab applies here too', () => {
  followTheme();
  for (const theme of ['light', 'dark'] as const) {
    localStorage.setItem('ui.theme', theme);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'ui.theme', newValue: theme }));
    expect(document.documentElement.dataset['theme']).toBe(theme);
    expect(getTheme()).toBe(theme);
  }
});
