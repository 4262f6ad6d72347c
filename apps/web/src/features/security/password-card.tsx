import { AlertDialog, Button } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResetPasswordMutation } from '../../api/calls/sign-in/reset-password.ts';
import { selectUser } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Section } from './section.tsx';

type Result = { readonly title: string; readonly body: string };

/** Changes the password with the current one, or requests the mail with a link to choose a new one and shows where it was sent. */
export function PasswordCard() {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const isOnline = useOnline();
  const user = useAppSelector(selectUser);
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [result, setResult] = useLocalizedMessage<Result>();
  const [isChanging, setIsChanging] = useState(false);
  const [isResultOpen, setIsResultOpen] = useState(false);

  async function reset() {
    setResult(await ask());
    setIsResultOpen(true);
  }

  async function ask(): Promise<MessageFactory<Result>> {
    if (!user) {
      return () => ({
        title: i18n.t('security.password.failed.noUserName'),
        body: i18n.t('errors.unexpectedError'),
      });
    }
    const { data, error } = await resetPassword({ userName: user.userName });
    if (data?.isAccepted) {
      return () => ({
        title: i18n.t('security.password.done.title'),
        body: i18n.t('security.password.done.body', { email: user.email }),
      });
    }
    return () => ({
      title: i18n.t('security.password.failed.title'),
      body: error
        ? failureText(error)
        : ((data && translateRefusalMessage(data, i18n.t)) ?? i18n.t('errors.unexpectedError')),
    });
  }

  return (
    <Section
      title={t('security.password.title')}
      hint={t('security.password.hint')}
      action={
        <div className="flex flex-col gap-2">
          <Button variant="quiet" isDisabled={!isOnline} onPress={() => setIsChanging(true)}>
            {t('security.password.change')}
          </Button>
          <Button
            variant="ghost"
            isDisabled={!isOnline}
            isLoading={isLoading}
            loadingText={t('common.processing')}
            onPress={() => void reset()}
          >
            {t('security.password.reset')}
          </Button>
        </div>
      }
    >
      <ChangePasswordDialog isOpen={isChanging} onClose={() => setIsChanging(false)} />
      <AlertDialog
        isOpen={isResultOpen}
        title={result?.title ?? ''}
        confirmLabel={t('security.password.done.close')}
        onConfirm={() => setIsResultOpen(false)}
        onCancel={() => setIsResultOpen(false)}
      >
        {result?.body}
      </AlertDialog>
    </Section>
  );
}
