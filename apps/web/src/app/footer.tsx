import { Disclosure, Link, Logo, tableQuery, useMediaQuery } from '@salar/ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { useHasLocalPages } from '../api/use-has-local-pages.ts';
import { LanguageChoice } from './language-choice.tsx';
import { isOtherSite, siteInfo, siteLinks } from '../lib/navigation/site-links.ts';
import { useSaveLanguage } from './use-save-language.ts';

type FooterLink = { readonly label: string; readonly href: string; readonly isExternal?: boolean };
type FooterGroup = { readonly id: string; readonly title: string; readonly links: readonly FooterLink[] };

/** Groups of links, support and the language selector. Groups collapse below 768 px. */
export function Footer({ className }: { readonly className?: string }) {
  const { t } = useTranslation();
  const groups = useFooterGroups();
  const isWide = useMediaQuery(tableQuery);
  return (
    <footer aria-label={t('shell.footer.label')} className={`border-t border-line ${className ?? ''}`}>
      <div className="mx-auto flex max-w-[75rem] flex-col gap-8 px-4 py-8 md:px-6 md:py-12 2xl:max-w-[82.5rem]">
        <div className="flex flex-col gap-8 lg:flex-row lg:justify-between">
          <div className="flex flex-col gap-3">
            <Logo />
            <p className="text-small text-ink-3">{t('shell.footer.mirror')}</p>
          </div>
          {isWide ? (
            <div className="grid grid-cols-[repeat(4,auto)] justify-between gap-x-8 lg:grid-cols-4 xl:gap-x-14">
              {groups.map((group) => (
                <div key={group.id} className="flex flex-col gap-2">
                  <h2 className="text-small font-semibold text-ink-1">{group.title}</h2>
                  <Links links={group.links} />
                </div>
              ))}
            </div>
          ) : (
            <div className="flex flex-col divide-y divide-line border-y border-line">
              {groups.map((group) => (
                <Disclosure key={group.id} title={group.title} headingLevel={2}>
                  <Links links={group.links} />
                </Disclosure>
              ))}
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 text-small text-ink-3">
          <span>
            {siteInfo.supportEmail === null ? null : `${t('shell.footer.support')} `}
            <Link
              href={siteLinks.support}
              look="plain"
              className="inline-flex min-h-11 items-center pointer-fine:min-h-0"
            >
              {siteInfo.supportEmail ?? t('shell.footer.support')}
            </Link>
          </span>
          <FooterLanguage />
        </div>
      </div>
    </footer>
  );
}

function Links({ links }: { readonly links: readonly FooterLink[] }) {
  return (
    <ul className="flex flex-col">
      {links.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            look="plain"
            isExternal={link.isExternal}
            className="inline-flex min-h-11 items-center text-small font-normal text-ink-2 pointer-fine:min-h-8"
          >
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function FooterLanguage() {
  const saveLanguage = useSaveLanguage();
  return <LanguageChoice onChange={saveLanguage} />;
}

function useFooterGroups(): readonly FooterGroup[] {
  const { t } = useTranslation();
  const hasLocalPages = useHasLocalPages();
  return [
    {
      id: 'product',
      title: t('shell.footer.product'),
      links: [
        { label: t('shell.nav.dashboard'), href: '/dashboard' },
        { label: t('shell.nav.swap'), href: '/swap' },
        { label: t('shell.footer.deposit'), href: '/ramping/deposit' },
        { label: t('shell.footer.withdraw'), href: '/ramping/withdraw' },
      ],
    },
    {
      id: 'resources',
      title: t('shell.footer.resources'),
      links: [
        // Served by the exchange outside the app, so they open like other sites.
        { label: t('shell.footer.apiDocs'), href: '/docs', isExternal: true },
        ...(hasLocalPages ? [{ label: t('shell.footer.local'), href: '/local', isExternal: true }] : []),
      ],
    },
    {
      id: 'company',
      title: t('shell.footer.company'),
      links: [
        { label: t('shell.footer.about'), href: siteLinks.about },
        { label: t('shell.footer.terms'), href: siteLinks.terms },
        { label: t('shell.footer.privacy'), href: siteLinks.privacy },
      ].map((link) => ({ ...link, isExternal: isOtherSite(link.href) })),
    },
    {
      id: 'social',
      title: t('shell.footer.social'),
      links: siteLinks.social.map(({ name, url }) => ({ label: name, href: url, isExternal: true })),
    },
  ].filter(({ links }) => links.length > 0);
}
