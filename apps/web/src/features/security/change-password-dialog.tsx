import {
  Button,
  Dialog,
  InlineNotice,
  PasswordField,
  StrengthMeter,
  notify,
  ratePasswordStrength,
} from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { TextKey } from '../../i18n/text-key.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import { selectUser } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { findPasswordRefusal, passwordMin } from '../../parts/password/password-refusal.ts';
import { usePasswordProblem } from '../../parts/password/use-password-problem.ts';
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

/** A refusal of the server, and the passwords that it is about. */
type Refused = { readonly field: 'old' | 'new'; readonly password: string; readonly reason: TextKey };

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const user = useAppSelector(selectUser);
  const [changePassword, { isLoading }] = useChangePasswordMutation();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [problem, setProblem] = useLocalizedMessage();
  const oldInput = useRef<HTMLInputElement>(null);
  const newInput = useRef<HTMLInputElement>(null);
  const owner = { userName: user?.userName ?? '', email: user?.email ?? '' };
  const newProblem = usePasswordProblem(newPassword, owner);
  const strength = newPassword === '' ? null : newProblem ? 'weak' : ratePasswordStrength(newPassword);

  const required = (value: string) => (isChecked && value === '' ? t('errors.required') : null);
  const refusal = (field: Refused['field'], password: string) =>
    refused?.field === field && refused.password === password
      ? t(refused.reason, { min: passwordMin })
      : null;
  const newError =
    required(newPassword) ?? refusal('new', newPassword) ?? (newProblem ? t(newProblem) : null);
  const differs = repeated !== newPassword ? t('errors.passwordsDiffer') : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    setProblem(null);
    if (oldPassword === '' || newPassword === '' || differs !== null || isLoading) return;
    const request = changePassword({ oldPassword, newPassword });
    const { error } = await request;
    request.reset();
    if (!error) {
      notify.success(t('security.changePassword.done'));
      onChanged();
      return;
    }
    if (wasDeclined(error)) return;
    const failure = toFailure(error);
    const reason = failure.kind === 'REFUSED' ? findPasswordRefusal(failure) : null;
    if (reason) {
      setRefused({ field: 'new', password: newPassword, reason });
      newInput.current?.focus();
    } else if (failure.kind === 'REFUSED' && failure.detail === wrongPassword) {
      setRefused({ field: 'old', password: oldPassword, reason: 'security.changePassword.wrong' });
      oldInput.current?.focus();
    } else setProblem(() => failureText(error));
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
        error={required(oldPassword) ?? refusal('old', oldPassword)}
        inputRef={oldInput}
        autoFocus
        isRequired
      />
      <div className="flex flex-col gap-2">
        <PasswordField
          label={t('security.changePassword.new')}
          name="new-password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
          error={newError}
          inputRef={newInput}
          isRequired
        />
        <div className={newError ? 'sr-only' : undefined}>
          <StrengthMeter strength={strength} label={strength ? t(`sign-up.strength.${strength}`) : ''} />
        </div>
      </div>
      <PasswordField
        label={t('security.changePassword.repeat')}
        name="repeated-password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={required(repeated) ?? (isChecked ? differs : null)}
        isRequired
      />
      <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
        {t('security.changePassword.submit')}
      </Button>
    </form>
  );
}

const wrongPassword = 'Invalid password';
