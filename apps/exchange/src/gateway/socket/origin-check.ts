/**
 * Which web pages may open a socket (security rule B7). A browser names the page's origin in `Origin`; programs send none
 * and are not asked.
 */
export type PageCheck = (origin: string | undefined) => boolean;

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Pages of our own, and on a laptop those of any server of that laptop, such as one for development. */
export function pageCheckOf(config: {
  readonly publicUrl: string;
  readonly profile: 'local' | 'production';
}): PageCheck {
  const own = new URL(config.publicUrl).origin;
  return (origin) => {
    if (origin === undefined || origin === own) return true;
    return config.profile === 'local' && loopbackHost.test(hostOf(origin));
  };
}

/** Blank for what is not the address of a site, such as the `null` of a page without one. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}
