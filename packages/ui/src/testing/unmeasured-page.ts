import { afterAll, beforeAll, vi } from 'vitest';

/** For tests of a file whose parts measure themselves, which jsdom cannot: nothing is seen to come, go or change its size. */
export function useUnmeasuredPage(): void {
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
