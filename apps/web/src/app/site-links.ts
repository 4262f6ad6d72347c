/**
 * Addresses outside the app. An installation sets its own when it builds the web app; the reserved `.example` name makes
 * it plain when it has not.
 */
const site: string = import.meta.env['VITE_SITE_URL'] ?? 'https://salar.example';
const supportMail: string = import.meta.env['VITE_SUPPORT_MAIL'] ?? 'support@salar.example';

export const siteLinks = {
  about: `${site}/about`,
  terms: `${site}/terms`,
  privacy: `${site}/privacy`,
  support: `mailto:${supportMail}`,
  social: [
    { name: 'Instagram', href: `${site}/instagram` },
    { name: 'LinkedIn', href: `${site}/linkedin` },
    { name: 'X', href: `${site}/x` },
  ],
} as const;

export { supportMail };
