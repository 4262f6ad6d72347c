/** Settings of the site: legal pages, support, and social networks. */
import type { SiteInfo } from '@salar/protocol/wire/site-info';
import { z } from 'zod';

/** Normalized, so that the web app can distinguish an external address from its own pages by its prefix. */
const pageUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: 'must be an http or https address' })
  .refine((url) => !hasCredentials(url), 'must not contain a user name or a password: everybody can read it')
  .optional();

export const siteSettingsShape = {
  SALAR_ABOUT_URL: pageUrl,
  SALAR_TERMS_URL: pageUrl,
  SALAR_PRIVACY_URL: pageUrl,
  SALAR_SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  SALAR_SOCIAL_INSTAGRAM: pageUrl,
  SALAR_SOCIAL_LINKEDIN: pageUrl,
  SALAR_SOCIAL_X: pageUrl,
};
export type SiteSettings = z.infer<z.ZodObject<typeof siteSettingsShape>>;

/** Customers accept the terms and the privacy policy at sign-up, so production has no built-in ones. */
export const productionSiteSettings = [
  'SALAR_TERMS_URL',
  'SALAR_PRIVACY_URL',
  'SALAR_SUPPORT_EMAIL',
] as const satisfies readonly (keyof SiteSettings)[];

export function toSiteInfo(settings: SiteSettings, { isLocal }: { readonly isLocal: boolean }): SiteInfo {
  const social = [
    ['Instagram', settings.SALAR_SOCIAL_INSTAGRAM],
    ['LinkedIn', settings.SALAR_SOCIAL_LINKEDIN],
    ['X', settings.SALAR_SOCIAL_X],
  ] as const;
  return {
    isLocal,
    aboutUrl: settings.SALAR_ABOUT_URL ?? null,
    termsUrl: settings.SALAR_TERMS_URL ?? null,
    privacyUrl: settings.SALAR_PRIVACY_URL ?? null,
    supportEmail: settings.SALAR_SUPPORT_EMAIL ?? null,
    social: social.flatMap(([name, url]) => (url === undefined ? [] : [{ name, url }])),
  };
}

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.username + parsed.password !== '';
}
