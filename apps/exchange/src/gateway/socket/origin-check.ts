/**
 * Decides whether a web page may open a socket (security rule B7). A browser sends the page's origin in `Origin`;
 * programs send none and are always allowed.
 */
export type OriginCheck = (origin: string | undefined) => boolean;

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Allows our own pages, and on a laptop those of any server on that laptop, such as one for development. */
export function createOriginCheck(config: {
  readonly publicUrl: string;
  readonly profile: 'local' | 'production';
}): OriginCheck {
  const own = new URL(config.publicUrl).origin;
  return (origin) => {
    if (origin === undefined || origin === own) return true;
    return config.profile === 'local' && loopbackHost.test(readHostName(origin));
  };
}

/** Returns '' for a text that is not an address, such as the `null` of a page without an origin. */
function readHostName(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}
