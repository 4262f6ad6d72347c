import { AlertIcon, Button, Checkbox, Dialog, ErrorState, Skeleton, notify } from '@salar/ui';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAddUserApiKey } from './api/add-user-api-key.ts';
import type { AddApiKey, NewApiKey } from './api/add-user-api-key.ts';
import { useGetUserPermissionsQuery } from './api/get-user-permissions.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { AddressListField } from './address-list-field.tsx';
import { DailyLimitField, readDailyLimit } from './daily-limit-field.tsx';
import { PermissionText } from './permission-text.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useKeyProblem } from './use-key-problem.ts';
import type { KeyProblem } from './use-key-problem.ts';

export type CreateKeyDialogProps = {
  readonly userId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (key: NewApiKey) => void;
};

/** Creates a key with the chosen permissions and addresses. */
export function CreateKeyDialog({ isOpen, onClose, ...form }: CreateKeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) onClose();
      }}
      title={t('api-keys.create.title')}
      description={t('api-keys.create.description')}
      isDismissable={false}
      closesOnEscape
    >
      <CreateKeyForm onCancel={onClose} {...form} />
    </Dialog>
  );
}

type CreateKeyFormProps = Pick<CreateKeyDialogProps, 'userId' | 'onCreated'> & {
  readonly onCancel: () => void;
};

function CreateKeyForm({ userId, onCreated, onCancel }: CreateKeyFormProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const { create, problem, dismissProblem, isBusy } = useCreate(userId, onCreated);
  const permissions = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [ipWhiteList, setIpWhiteList] = useState('');
  const [limit, setLimit] = useState('');
  const limitInput = useRef<HTMLInputElement>(null);
  const [isForOlderClients, setIsForOlderClients] = useState(false);
  const [hasTried, setHasTried] = useState(false);

  function submit() {
    setHasTried(true);
    const dailyNotional = readDailyLimit(limit);
    if (chosen.length === 0) permissions.current?.querySelector('input')?.focus();
    else if (dailyNotional === null) limitInput.current?.focus();
    else if (!isBusy) void create({ permissions: chosen, ipWhiteList, isForOlderClients, dailyNotional });
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PermissionChoice
        ref={permissions}
        userId={userId}
        chosen={chosen}
        onChange={setChosen}
        error={hasTried && chosen.length === 0 ? t('api-keys.create.chooseOne') : null}
      />
      <AddressListField
        value={ipWhiteList}
        onChange={(text) => {
          setIpWhiteList(text);
          dismissProblem();
        }}
        problem={problem}
      />
      <DailyLimitField
        value={limit}
        onChange={(text) => {
          setLimit(text);
          dismissProblem();
        }}
        inputRef={limitInput}
      />
      <Checkbox
        isSelected={isForOlderClients}
        onChange={(isChosen) => {
          setIsForOlderClients(isChosen);
          dismissProblem();
        }}
      >
        <span className="flex flex-col py-1">
          <span className="font-medium text-ink-1">{t('api-keys.create.older')}</span>
          <span className="text-small text-ink-3">{t('api-keys.create.olderHint')}</span>
        </span>
      </Checkbox>
      <ProblemNotice problem={problem} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onPress={onCancel} isDisabled={isBusy}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          isDisabled={!isOnline}
          isLoading={isBusy}
          loadingText={t('api-keys.create.busy')}
        >
          {t('api-keys.create.submit')}
        </Button>
      </div>
    </form>
  );
}

type PermissionChoiceProps = {
  readonly ref: RefObject<HTMLFieldSetElement | null>;
  readonly userId: number;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly error: string | null;
};

function PermissionChoice({ ref, userId, chosen, onChange, error }: PermissionChoiceProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data, error: loadError, refetch } = useGetUserPermissionsQuery({ userId });
  if (data === undefined && loadError) {
    return (
      <ErrorState
        title={t('api-keys.permissions.error')}
        retryLabel={t('common.retry')}
        onRetry={() => void refetch()}
        isCompact
      >
        {failureText(loadError)}
      </ErrorState>
    );
  }
  return (
    <fieldset ref={ref} className="flex flex-col gap-1" aria-busy={data === undefined}>
      <legend className="mb-1 text-small font-medium text-ink-2">{t('api-keys.create.permissions')}</legend>
      {data?.map((permission) => (
        <Checkbox
          key={permission}
          isSelected={chosen.includes(permission)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, permission] : chosen.filter((one) => one !== permission))
          }
        >
          <PermissionText permission={permission} />
        </Checkbox>
      )) ?? <Skeleton className="h-52 w-full" />}
      {error === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-small text-danger">
          <AlertIcon size={16} className="mt-0.5" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function useCreate(userId: number, onCreated: (key: NewApiKey) => void) {
  const { t } = useTranslation().i18n;
  const add = useAddUserApiKey();
  const toProblem = useKeyProblem();
  const [problem, setProblem] = useLocalizedMessage<KeyProblem>();
  const [isBusy, setIsBusy] = useState(false);

  function toCreateProblem(error: ApiError): KeyProblem {
    const said = toProblem(error, t('api-keys.create.failed'));
    // A key may now exist whose secret was never received.
    return isOutcomeUnknown(toFailure(error)) ? { ...said, cause: t('api-keys.create.unknown') } : said;
  }

  async function create(terms: Omit<AddApiKey, 'userId'>) {
    setProblem(null);
    setIsBusy(true);
    const { data, error } = await add({ userId, ...terms });
    setIsBusy(false);
    if (error) {
      setProblem(() => toCreateProblem(error));
      return;
    }
    notify.success(t('api-keys.create.success'));
    onCreated(data);
  }

  return { create, problem, dismissProblem: () => setProblem(null), isBusy };
}
