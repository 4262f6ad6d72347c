import { AlertDialog, Button, Card } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResetPasswordMutation } from '../../api/session.ts';
import { selectUser } from '../../app/session-slice.ts';
import { useAppSelector } from '../../app/store.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { refusalWords } from '../../lib/refusal-words.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';

type Result = { readonly title: string; readonly body: string };

/** How the customer proves who they are. */
export function SecurityPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const user = useAppSelector(selectUser);
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [result, setResult] = useState<Result | null>(null);
  const [isResultOpen, setIsResultOpen] = useState(false);

  async function reset() {
    setResult(await ask());
    setIsResultOpen(true);
  }

  async function ask(): Promise<Result> {
    if (!user)
      return { title: t('settings.security.resetFailed.noUserName'), body: t('errors.unexpectedError') };
    const { data, error } = await resetPassword({ userName: user.userName });
    if (data?.isAccepted) {
      return {
        title: t('settings.security.resetDone.title'),
        body: t('settings.security.resetDone.body', { email: user.email }),
      };
    }
    return {
      title: t('settings.security.resetFailed.title'),
      body: error ? failureText(error) : ((data && refusalWords(data)) ?? t('errors.unexpectedError')),
    };
  }

  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <PageHeading title={t('settings.security.title')} description={t('settings.security.description')} />
      <Card>
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between sm:gap-8">
          <div className="flex flex-col gap-1">
            <h2 className="text-lead font-semibold">{t('settings.security.password')}</h2>
            <p className="text-ink-2">{t('settings.security.passwordHint')}</p>
          </div>
          <Button
            variant="quiet"
            className="shrink-0"
            isLoading={isLoading}
            loadingText={t('common.processing')}
            onPress={() => void reset()}
          >
            {t('settings.security.reset')}
          </Button>
        </div>
      </Card>
      <AlertDialog
        isOpen={isResultOpen}
        title={result?.title ?? ''}
        confirmLabel={t('settings.security.resetDone.close')}
        onConfirm={() => setIsResultOpen(false)}
        onCancel={() => setIsResultOpen(false)}
      >
        {result?.body}
      </AlertDialog>
    </div>
  );
}
