import { Button, notify, toFieldText } from '@salar/ui';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUpdateUserApiKeyDailyNotionalMutation } from './api/update-user-api-key-daily-notional.ts';
import type { ApiKey } from '../../api/records/api-key.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { DailyLimitField, readDailyLimit } from './daily-limit-field.tsx';
import { KeyDialog } from './key-dialog.tsx';
import type { KeyDialogProps } from './key-dialogs.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useKeyProblem } from './use-key-problem.ts';
import type { KeyProblem } from './use-key-problem.ts';

/** Replaces the most that a key trades in a day. */
export function LimitDialog({ userId, subject, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  return (
    <KeyDialog
      subject={subject}
      onClose={onClose}
      title={t('api-keys.limit.title')}
      isDismissable={false}
      closesOnEscape
    >
      {(shown) => <LimitForm userId={userId} subject={shown} onDone={onClose} />}
    </KeyDialog>
  );
}

type LimitFormProps = {
  readonly userId: number;
  readonly subject: ApiKey;
  readonly onDone: () => void;
};

function LimitForm({ userId, subject: { apiKey, dailyNotional }, onDone }: LimitFormProps) {
  const { t } = useTranslation().i18n;
  const isOnline = useOnline();
  const toProblem = useKeyProblem();
  const [update, { isLoading }] = useUpdateUserApiKeyDailyNotionalMutation();
  const [text, setText] = useState(toFieldText(dailyNotional ?? ''));
  const [problem, setProblem] = useLocalizedMessage<KeyProblem>();
  const input = useRef<HTMLInputElement>(null);

  async function save() {
    const limit = readDailyLimit(text);
    if (limit === null) {
      input.current?.focus();
      return;
    }
    setProblem(null);
    const { error } = await update({ userId, apiKey, dailyNotional: limit });
    if (error) {
      setProblem(() => toProblem(error, t('api-keys.limit.failed')));
      return;
    }
    notify.success(t('api-keys.limit.success'));
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
      <DailyLimitField
        value={text}
        onChange={(typed) => {
          setText(typed);
          setProblem(null);
        }}
        inputRef={input}
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
          loadingText={t('api-keys.limit.busy')}
        >
          {t('api-keys.limit.submit')}
        </Button>
      </div>
    </form>
  );
}
