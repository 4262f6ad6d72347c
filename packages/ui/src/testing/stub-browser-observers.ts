import { afterAll, beforeAll, vi } from 'vitest';

/** Stubs the browser's observers and media queries, which jsdom lacks: nothing becomes visible or changes its size. */
export function stubBrowserObservers(): void {
  beforeAll(() => {
    const observer = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    vi.stubGlobal('IntersectionObserver', observer);
    vi.stubGlobal('ResizeObserver', observer);
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });
  afterAll(() => vi.unstubAllGlobals());
}
