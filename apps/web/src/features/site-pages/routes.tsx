export { AboutPage, PrivacyPage, SupportPage, TermsPage } from './site-page.tsx';
