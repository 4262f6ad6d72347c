import { Button, Dialog } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetPasskeysQuery } from '../../api/calls/sign-in/get-passkeys.ts';
import { useReauthenticateMutation } from './api/reauthenticate.ts';
import type { Credential } from './api/reauthenticate.ts';
import { reauthenticationDeclined, selectUser } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { PasskeyStep } from '../../parts/second-factor/passkey-step.tsx';
import { useReauthenticationProblem } from './use-reauthentication-problem.ts';
import { PasswordStep } from './password-step.tsx';

/**
 * Prompts the customer to reauthenticate, with a code, password or passkey as their account requires. The dialog closes on
 * success.
 */
export function ReauthenticationDialog({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const decline = () => dispatch(reauthenticationDeclined());
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) decline();
      }}
      title={t('session-prompts.proof.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape
    >
      <div className="flex flex-col gap-4">
        <ReauthenticationMethods />
        <Button variant="ghost" isFullWidth onPress={decline}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function ReauthenticationMethods() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const toProblem = useReauthenticationProblem();
  const user = useAppSelector(selectUser);
  const [reauthenticate] = useReauthenticateMutation();
  const { data: passkeys = [] } = useGetPasskeysQuery(undefined, { skip: !hasPasskeys() });
  const userName = user?.userName ?? '';

  async function tryCredential(credential: Credential): Promise<MessageFactory | null> {
    const { data, error } = await reauthenticate(credential);
    if (data?.isAuthenticated) return null;
    return () => (data ? toProblem(credential, data.message) : failureText(error));
  }

  return (
    <>
      <p className="text-ink-2">
        {t(user?.use2FA ? 'session-prompts.proof.withCode' : 'session-prompts.proof.withPassword')}
      </p>
      {user?.use2FA ? (
        <CodeForm
          onCode={(code) => tryCredential({ code })}
          submitLabel={t('session-prompts.proof.submit')}
          acceptsRecoveryCode
        />
      ) : (
        <PasswordStep
          userName={userName}
          submitLabel={t('session-prompts.proof.submit')}
          onPassword={(password) => tryCredential({ password })}
        />
      )}
      {passkeys.length > 0 ? (
        <PasskeyStep
          label={t('session-prompts.passkey')}
          whose={{ userName }}
          onAssertion={(passkey) => tryCredential({ passkey })}
        />
      ) : null}
    </>
  );
}
