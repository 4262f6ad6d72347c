import { Button, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUpdateUserApiKeyWhitelistMutation } from './api/update-user-api-key-whitelist.ts';
import type { ApiKey } from '../../api/records/api-key.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { AddressListField } from './address-list-field.tsx';
import { KeyDialog } from './key-dialog.tsx';
import type { KeyDialogProps } from './key-dialogs.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useKeyProblem } from './use-key-problem.ts';
import type { KeyProblem } from './use-key-problem.ts';

/** Replaces the addresses that a key works from. */
export function AddressesDialog({ userId, subject, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  return (
    <KeyDialog
      subject={subject}
      onClose={onClose}
      title={t('api-keys.address.title')}
      isDismissable={false}
      closesOnEscape
    >
      {(shown) => <AddressesForm userId={userId} subject={shown} onDone={onClose} />}
    </KeyDialog>
  );
}

type AddressesFormProps = {
  readonly userId: number;
  readonly subject: ApiKey;
  readonly onDone: () => void;
};

function AddressesForm({ userId, subject: { apiKey, ipWhiteList }, onDone }: AddressesFormProps) {
  const { t } = useTranslation().i18n;
  const isOnline = useOnline();
  const toProblem = useKeyProblem();
  const [update, { isLoading }] = useUpdateUserApiKeyWhitelistMutation();
  const [list, setList] = useState(ipWhiteList.split(',').join(', '));
  const [problem, setProblem] = useLocalizedMessage<KeyProblem>();

  async function save() {
    setProblem(null);
    const { error } = await update({ userId, apiKey, ipWhiteList: list });
    if (error) {
      setProblem(() => toProblem(error, t('api-keys.address.failed')));
      return;
    }
    notify.success(t('api-keys.address.success'));
    onDone();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLoading) void save();
      }}
    >
      <AddressListField
        value={list}
        onChange={(text) => {
          setList(text);
          setProblem(null);
        }}
        problem={problem}
        autoFocus
      />
      <ProblemNotice problem={problem} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onPress={onDone} isDisabled={isLoading}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          isDisabled={!isOnline}
          isLoading={isLoading}
          loadingText={t('api-keys.address.busy')}
        >
          {t('api-keys.address.submit')}
        </Button>
      </div>
    </form>
  );
}
