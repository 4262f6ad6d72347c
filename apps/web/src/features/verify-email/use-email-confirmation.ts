import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useConfirmUserEmailMutation } from './api/confirm-user-email.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { isLinkRefused } from '../../lib/mailed-links/use-link-code.ts';
import type { LinkCode } from '../../lib/mailed-links/use-link-code.ts';

export type EmailConfirmation =
  | { readonly kind: 'working' }
  | { readonly kind: 'verified' }
  | { readonly kind: 'failed'; readonly reason: MessageFactory };

/** Uses the code of a mail's link: once, even when the page is mounted twice. */
export function useEmailConfirmation(code: LinkCode): EmailConfirmation {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [confirm] = useConfirmUserEmailMutation();
  const [state, setState] = useState<EmailConfirmation>({ kind: 'working' });
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void confirm(code).then(({ data, error }) => {
      if (data?.isAccepted) return setState({ kind: 'verified' });
      const reason = () =>
        error
          ? failureText(error)
          : isLinkRefused(data)
            ? t('errors.invalidOrExpiredLink')
            : (translateRefusalMessage(data, t) ?? t('errors.verificationFailed'));
      return setState({ kind: 'failed', reason });
    });
  }, [code, confirm, failureText, t]);
  return state;
}
