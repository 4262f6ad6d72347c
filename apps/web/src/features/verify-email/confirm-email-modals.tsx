import { AlertDialog, Dialog } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation, useNavigate } from 'react-router';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import type { LinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { ResendForm } from './resend-form.tsx';
import { useEmailConfirmation } from './use-email-confirmation.ts';

/** Confirms the e-mail of a link that led to the sign-in page, and shows the outcome above that page. */
export function ConfirmEmailModals() {
  const code = useLinkCode();
  const { key } = useLocation();
  const [openedAt] = useState(key);
  // Any navigation from here, even to the same page, means that the outcome was read.
  return code && key === openedAt ? <Modals code={code} /> : null;
}

function Modals({ code }: { readonly code: LinkCode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const outcome = useEmailConfirmation(code);
  const toLogin = () => void navigate('/login', { replace: true });
  return (
    <>
      <p role="status" className="sr-only">
        {outcome.kind === 'working' ? t('verify-email.working') : null}
      </p>
      <AlertDialog
        isOpen={outcome.kind === 'verified'}
        title={t('verify-email.success.title')}
        confirmLabel={t('verify-email.success.login')}
        onConfirm={toLogin}
        onCancel={toLogin}
      >
        {t('verify-email.success.body')}
      </AlertDialog>
      <Dialog
        isOpen={outcome.kind === 'failed'}
        onOpenChange={toLogin}
        title={t('verify-email.failure.title')}
        size="sm"
        role="alertdialog"
        isDismissable={false}
        closesOnEscape
        hasCloseButton={false}
      >
        <p className="text-body text-ink-2">{t('verify-email.failure.body')}</p>
        <p className="mt-2 mb-5 text-ink-3">{outcome.kind === 'failed' ? outcome.reason() : null}</p>
        <ResendForm />
      </Dialog>
    </>
  );
}
