import { Button, Dialog } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { useGetPasskeysQuery } from '../../api/calls/get-passkeys.ts';
import { useReauthenticateMutation } from './api/reauthenticate.ts';
import type { Proof } from './api/reauthenticate.ts';
import { reauthenticationDeclined, selectUser } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import type { MessageFactory } from '../../lib/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { PasskeyStep } from '../../parts/second-factor/passkey-step.tsx';
import { useProofProblem } from './use-reauthentication-problem.ts';
import { PasswordStep } from './password-step.tsx';

/** Asks the customer to prove who they are, with what their account is protected by. The right proof closes it by itself. */
export function ProofDialog({ isOpen }: { readonly isOpen: boolean }) {
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
        <ProofWays />
        <Button variant="ghost" isFullWidth onPress={decline}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function ProofWays() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const proofProblem = useProofProblem();
  const user = useAppSelector(selectUser);
  const [reauthenticate] = useReauthenticateMutation();
  const { data: passkeys = [] } = useGetPasskeysQuery(undefined, { skip: !hasPasskeys() });
  const userName = user?.userName ?? '';

  async function tryProof(proof: Proof): Promise<MessageFactory | null> {
    const { data, error } = await reauthenticate(proof);
    if (data?.isAuthenticated) return null;
    return () => (data ? proofProblem(proof, data.message) : failureText(error));
  }

  return (
    <>
      <p className="text-ink-2">
        {t(user?.use2FA ? 'session-prompts.proof.withCode' : 'session-prompts.proof.withPassword')}
      </p>
      {user?.use2FA ? (
        <CodeForm
          onCode={(code) => tryProof({ code })}
          submitLabel={t('session-prompts.proof.submit')}
          acceptsRecoveryCode
        />
      ) : (
        <PasswordStep
          userName={userName}
          submitLabel={t('session-prompts.proof.submit')}
          onPassword={(password) => tryProof({ password })}
        />
      )}
      {passkeys.length > 0 ? (
        <PasskeyStep
          label={t('session-prompts.passkey')}
          whose={{ userName }}
          onProof={(passkey) => tryProof({ passkey })}
        />
      ) : null}
    </>
  );
}
