/**
 * Which web pages may open a socket (security rule B7). A browser names the page's origin in `Origin`; programs send none
 * and are not asked.
 */
export type OriginCheck = (origin: string | undefined) => boolean;

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Pages of our own, and on a laptop those of any server of that laptop, such as one for development. */
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

/** Blank for what is not the address of a site, such as the `null` of a page without one. */
function readHostName(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}
