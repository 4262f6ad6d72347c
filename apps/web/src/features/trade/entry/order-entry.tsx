import { BlockingOverlay, ButtonLink, UserIcon } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLocation } from 'react-router';
import { buildSignInAddress } from '../../../lib/navigation/addresses.ts';
import { Panel } from '../panel.tsx';
import { OrderForm } from './order-form.tsx';
import type { OrderFormProps } from './order-form.tsx';

/** The order form, or what the visitor has to do before trading. */
export function OrderEntry({ className, ...form }: OrderFormProps & { readonly className?: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { standing } = form.account;
  const isVisitor = standing === 'visitor';
  return (
    <Panel title={t('trade.entry.title')} isTitleHidden {...(className === undefined ? {} : { className })}>
      <BlockingOverlay
        isBlocked={standing !== 'trader'}
        title={t(isVisitor ? 'trade.overlay.visitorTitle' : 'trade.overlay.levelTitle')}
        icon={isVisitor ? <UserIcon size={24} /> : undefined}
        action={
          <ButtonLink
            href={isVisitor ? buildSignInAddress(pathname, search) : '/settings/verification'}
            isFullWidth
          >
            {t(isVisitor ? 'trade.overlay.signIn' : 'trade.overlay.verify')}
          </ButtonLink>
        }
        content={<OrderForm {...form} />}
      >
        {t(isVisitor ? 'trade.overlay.visitorBody' : 'trade.overlay.levelBody')}
      </BlockingOverlay>
    </Panel>
  );
}
