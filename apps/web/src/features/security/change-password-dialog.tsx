import { Button, Dialog, InlineNotice, PasswordField, notify, rememberFocus } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import { selectUser } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { NewPasswordFields } from '../../parts/password/new-password-fields.tsx';
import { useNewPassword } from '../../parts/password/use-new-password.ts';
import { useChangePasswordMutation } from './api/change-password.ts';
import { wasDeclined } from './was-declined.ts';

export type ChangePasswordDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

/** Replaces the password of a customer who gives the current one. */
export function ChangePasswordDialog({ isOpen, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) onClose();
      }}
      title={t('security.changePassword.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape
    >
      <PasswordForm onChanged={onClose} />
    </Dialog>
  );
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const user = useAppSelector(selectUser);
  const [changePassword, { isLoading }] = useChangePasswordMutation();
  const [oldPassword, setOldPassword] = useState('');
  /** The last password that the server called wrong. */
  const [wrongPassword, setWrongPassword] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useLocalizedMessage();
  const oldInput = useRef<HTMLInputElement>(null);
  const owner = { userName: user?.userName ?? '', email: user?.email ?? '' };
  const newPassword = useNewPassword(owner);
  const oldError =
    isChecked && oldPassword === ''
      ? t('errors.required')
      : wrongPassword === oldPassword
        ? t('security.changePassword.wrong')
        : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    setProblem(null);
    const isComplete = newPassword.check();
    if (oldPassword === '' || !isComplete || isLoading) return;
    const hasMovedOn = rememberFocus();
    const request = changePassword({ oldPassword, newPassword: newPassword.password });
    const { error } = await request;
    request.reset();
    if (!error) {
      notify.success(t('security.changePassword.done'));
      onChanged();
      return;
    }
    if (wasDeclined(error)) return;
    const failure = toFailure(error);
    if (failure.kind === 'REFUSED' && failure.detail === wrongPasswordDetail) {
      setWrongPassword(oldPassword);
      if (!hasMovedOn()) oldInput.current?.focus();
    } else if (failure.kind !== 'REFUSED' || !newPassword.showRefusal(failure, hasMovedOn))
      setProblem(() => failureText(error));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('security.changePassword.body')}</p>
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      {/* For the password manager: the username that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={owner.userName} readOnly hidden />
      <PasswordField
        label={t('security.changePassword.current')}
        name="old-password"
        autoComplete="current-password"
        value={oldPassword}
        onChange={setOldPassword}
        error={oldError}
        inputRef={oldInput}
        autoFocus
        isRequired
      />
      <NewPasswordFields
        newPassword={newPassword}
        label={t('security.changePassword.new')}
        repeatedLabel={t('security.changePassword.repeat')}
      />
      <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
        {t('security.changePassword.submit')}
      </Button>
    </form>
  );
}

const wrongPasswordDetail = 'Invalid password';
