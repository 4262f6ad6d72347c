import { Button, CloseIcon, ErrorState, IconButton, PlusIcon, Skeleton, notify } from '@salar/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useChangeUserApiKeyPermissionMutation } from './api/change-user-api-key-permission.ts';
import { useGetUserPermissionsQuery } from './api/get-user-permissions.ts';
import type { ApiKey } from '../../api/records/api-key.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { KeyDialog } from './key-dialog.tsx';
import type { KeyDialogProps } from './key-dialogs.ts';
import { PermissionText } from './permission-text.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useKeyProblem } from './use-key-problem.ts';
import type { KeyProblem } from './use-key-problem.ts';

/** Adds and removes permissions of a key, one press each. */
export function PermissionsDialog({ userId, subject, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  return (
    <KeyDialog
      subject={subject}
      onClose={onClose}
      title={t('api-keys.permissions.title')}
      footer={<Button onPress={onClose}>{t('api-keys.permissions.done')}</Button>}
    >
      {(shown) => <Permissions userId={userId} subject={shown} />}
    </KeyDialog>
  );
}

function Permissions({ userId, subject }: { readonly userId: number; readonly subject: ApiKey }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const { problem, change } = useChange(userId, subject.apiKey);
  const list = useRef<HTMLDivElement>(null);

  function press(permission: string, isAdding: boolean) {
    // The pressed button disappears with its line.
    list.current?.focus();
    void change(permission, isAdding);
  }

  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <Part title={t('api-keys.permissions.current')}>
        {subject.permissions.length === 0 ? (
          <p className="text-ink-2">{t('api-keys.permissions.none')}</p>
        ) : (
          subject.permissions.map((permission) => (
            <Line key={permission} permission={permission}>
              <IconButton
                label={t('api-keys.permissions.remove', { permission })}
                icon={<CloseIcon />}
                isDisabled={!isOnline}
                onPress={() => press(permission, false)}
              />
            </Line>
          ))
        )}
      </Part>
      <Part title={t('api-keys.permissions.available')}>
        <Available
          userId={userId}
          assigned={subject.permissions}
          isDisabled={!isOnline}
          onAdd={(permission) => press(permission, true)}
        />
      </Part>
      <ProblemNotice problem={problem} />
    </div>
  );
}

type AvailableProps = {
  readonly userId: number;
  readonly assigned: readonly string[];
  readonly isDisabled: boolean;
  readonly onAdd: (permission: string) => void;
};

function Available({ userId, assigned, isDisabled, onAdd }: AvailableProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data, error, refetch } = useGetUserPermissionsQuery({ userId });
  if (data === undefined) {
    return error ? (
      <ErrorState
        title={t('api-keys.permissions.error')}
        retryLabel={t('common.retry')}
        onRetry={() => void refetch()}
        isCompact
      >
        {failureText(error)}
      </ErrorState>
    ) : (
      <div role="status" aria-busy="true" aria-label={t('api-keys.permissions.loading')}>
        <Skeleton className="h-11 w-full" />
      </div>
    );
  }
  const left = data.filter((permission) => !assigned.includes(permission));
  if (left.length === 0) return <p className="text-ink-2">{t('api-keys.permissions.allAssigned')}</p>;
  return left.map((permission) => (
    <Line key={permission} permission={permission}>
      <Button
        variant="quiet"
        size="sm"
        icon={<PlusIcon size={16} />}
        aria-label={t('api-keys.permissions.addNamed', { permission })}
        isDisabled={isDisabled}
        onPress={() => onAdd(permission)}
      >
        {t('api-keys.permissions.add')}
      </Button>
    </Line>
  ));
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-small font-semibold text-ink-2">{title}</h3>
      <div className="flex flex-col">{children}</div>
    </section>
  );
}

function Line({ permission, children }: { readonly permission: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5 last:border-b-0">
      <PermissionText permission={permission} />
      {children}
    </div>
  );
}

function useChange(userId: number, apiKey: string) {
  const { t } = useTranslation().i18n;
  const toProblem = useKeyProblem();
  const [changePermission] = useChangeUserApiKeyPermissionMutation();
  const [problem, setProblem] = useLocalizedMessage<KeyProblem>();

  async function change(permission: string, isAdding: boolean) {
    setProblem(null);
    const { error } = await changePermission({ userId, apiKey, permission, isAdding });
    if (error) {
      const failed = isAdding ? 'api-keys.permissions.addFailed' : 'api-keys.permissions.removeFailed';
      setProblem(() => toProblem(error, t(failed)));
      return;
    }
    notify.success(
      t(isAdding ? 'api-keys.permissions.added' : 'api-keys.permissions.removed', { permission }),
    );
  }

  return { problem, change };
}
