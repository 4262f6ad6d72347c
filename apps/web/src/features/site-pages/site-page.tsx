/** Public pages about the installation. The operator replaces them by settings. */
import { Card, InlineNotice, Link } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { siteInfo } from '../../lib/navigation/site-links.ts';
import { PageHeading } from '../../lib/page-heading.tsx';

type Section = { readonly title: string; readonly text: ReactNode };

export function AboutPage() {
  const { t } = useTranslation();
  return (
    <SitePage
      title={t('site-pages.about.title')}
      ownUrl={siteInfo.aboutUrl}
      localNote={t('site-pages.local.text', { setting: 'SALAR_ABOUT_URL' })}
      sections={[
        { title: t('site-pages.about.what.title'), text: t('site-pages.about.what.text') },
        { title: t('site-pages.about.books.title'), text: t('site-pages.about.books.text') },
        { title: t('site-pages.about.icons.title'), text: t('site-pages.about.icons.text') },
      ]}
    />
  );
}

export function TermsPage() {
  const { t } = useTranslation();
  return (
    <SitePage
      title={t('site-pages.terms.title')}
      ownUrl={siteInfo.termsUrl}
      localNote={t('site-pages.local.text', { setting: 'SALAR_TERMS_URL' })}
      sections={[
        { title: t('site-pages.terms.money.title'), text: t('site-pages.terms.money.text') },
        { title: t('site-pages.terms.account.title'), text: t('site-pages.terms.account.text') },
        { title: t('site-pages.terms.warranty.title'), text: t('site-pages.terms.warranty.text') },
      ]}
    />
  );
}

export function PrivacyPage() {
  const { t } = useTranslation();
  return (
    <SitePage
      title={t('site-pages.privacy.title')}
      ownUrl={siteInfo.privacyUrl}
      localNote={t('site-pages.local.text', { setting: 'SALAR_PRIVACY_URL' })}
      sections={[
        { title: t('site-pages.privacy.stored.title'), text: t('site-pages.privacy.stored.text') },
        { title: t('site-pages.privacy.where.title'), text: t('site-pages.privacy.where.text') },
        { title: t('site-pages.privacy.browser.title'), text: t('site-pages.privacy.browser.text') },
        { title: t('site-pages.privacy.removal.title'), text: t('site-pages.privacy.removal.text') },
      ]}
    />
  );
}

export function SupportPage() {
  const { t } = useTranslation();
  const { supportEmail } = siteInfo;
  return (
    <SitePage
      title={t('site-pages.support.title')}
      ownUrl={null}
      localNote={t('site-pages.local.support', { setting: 'SALAR_SUPPORT_EMAIL' })}
      sections={[
        {
          title: t('site-pages.support.write.title'),
          text:
            supportEmail === null ? (
              t('site-pages.support.write.nobody')
            ) : (
              <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
            ),
        },
        { title: t('site-pages.support.safety.title'), text: t('site-pages.support.safety.text') },
      ]}
    />
  );
}

type SitePageProps = {
  readonly title: string;
  /** The address of the operator's own page; null when none is set. */
  readonly ownUrl: string | null;
  /** The text of a local installation, and the setting that changes the page. */
  readonly localNote: string;
  readonly sections: readonly Section[];
};

function SitePage({ title, ownUrl, localNote, sections }: SitePageProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <PageHeading title={title} />
      {ownUrl === null ? null : (
        <InlineNotice tone="info">
          <Link href={ownUrl} isExternal>
            {t('site-pages.ownPage')}
          </Link>
        </InlineNotice>
      )}
      {siteInfo.isLocal ? (
        <InlineNotice tone="info" title={t('site-pages.local.title')}>
          {localNote}
        </InlineNotice>
      ) : null}
      <Card>
        <div className="flex flex-col gap-6">
          {sections.map((section) => (
            <section key={section.title} className="flex flex-col gap-1.5">
              <h2 className="text-lead font-semibold text-ink-1">{section.title}</h2>
              <p className="max-w-[68ch] text-ink-2">{section.text}</p>
            </section>
          ))}
        </div>
      </Card>
    </div>
  );
}
