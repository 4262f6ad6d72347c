import { ButtonLink, EmptyHorizon, ShieldIcon } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../lib/page-heading.tsx';

/** A listed address whose content is not decided: the code of a second factor is entered at sign-in. */
export function ValidateCodePage() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-6 text-center">
      <EmptyHorizon icon={<ShieldIcon size={30} />} />
      <PageHeading isCentered title={t('validate-code.title')} description={t('validate-code.body')} />
      <ButtonLink href="/signin" isFullWidth>
        {t('validate-code.signIn')}
      </ButtonLink>
    </div>
  );
}
