import { Button, Dialog, InlineNotice, TextField, notify } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './api/add-passkey.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { makePasskey } from './make-passkey.ts';

export type AddPasskeyDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

/** Names a passkey, lets the browser create it, and registers it. */
export function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) onClose();
      }}
      title={t('security.addPasskey.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape
    >
      <PasskeyForm onAdded={onClose} />
    </Dialog>
  );
}

const nameLengthMax = 50;

function PasskeyForm({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [problem, setProblem] = useLocalizedMessage();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsMissing(name.trim() === '');
    if (name.trim() === '') {
      input.current?.focus();
      return;
    }
    setIsBusy(true);
    setProblem(null);
    const wrong = await create(name.trim());
    setIsBusy(false);
    setProblem(wrong);
    if (wrong !== null) return;
    notify.success(t('security.addPasskey.done', { name: name.trim() }));
    onAdded();
  }

  /** Returns the problem to show, or null. */
  async function create(named: string): Promise<MessageFactory | null> {
    const options = await begin();
    if (options.error) return () => failureText(options.error);
    const made = await makePasskey(options.data);
    if (!made.isMade) return () => t(`security.addPasskey.${made.reason}`);
    const { error } = await add({ name: named, response: made.response });
    return error ? () => failureText(error) : null;
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('security.addPasskey.body')}</p>
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      <TextField
        label={t('security.addPasskey.name')}
        placeholder={t('security.addPasskey.placeholder')}
        value={name}
        onChange={setName}
        error={isMissing && name.trim() === '' ? t('security.addPasskey.nameRequired') : null}
        maxLength={nameLengthMax}
        autoComplete="off"
        inputRef={input}
        autoFocus
      />
      <Button type="submit" isFullWidth isLoading={isBusy} loadingText={t('security.addPasskey.busy')}>
        {t('security.addPasskey.submit')}
      </Button>
    </form>
  );
}
