import { Button, Checkbox, CopyIconButton, Dialog, ExportIcon, InlineNotice, notify } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useBlocker } from 'react-router';
import type { NewApiKey } from './api/add-user-api-key.ts';
import { saveTextFile } from '../../lib/save-text-file.ts';

export type CredentialsDialogProps = {
  /** Null while there is no key to save. */
  readonly created: NewApiKey | null;
  /** Called when the customer confirms that the credentials are saved. */
  readonly onKept: () => void;
};

/** Shows a new key with its secret, once. The dialog closes only after the customer confirms that it is saved. */
export function CredentialsDialog({ created, onKept }: CredentialsDialogProps) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  useNavigationBlock(created !== null && !isKept, ask);

  function ask() {
    setIsAsked(true);
    question.current?.querySelector('input')?.focus();
  }

  function leave() {
    if (!isKept) {
      ask();
      return;
    }
    setIsKept(false);
    setIsAsked(false);
    onKept();
  }

  return (
    <Dialog
      isOpen={created !== null}
      onOpenChange={(isStaying) => {
        if (!isStaying) leave();
      }}
      title={t('api-keys.credentials.title')}
      footer={<Button onPress={leave}>{t('api-keys.credentials.close')}</Button>}
    >
      {created ? (
        <div className="flex flex-col gap-4">
          <InlineNotice tone="warn">{t('api-keys.credentials.once')}</InlineNotice>
          <Credentials created={created} />
          <div ref={question}>
            <Checkbox
              isSelected={isKept}
              onChange={setIsKept}
              error={isAsked && !isKept ? t('api-keys.credentials.keepFirst') : null}
            >
              {t('api-keys.credentials.kept')}
            </Checkbox>
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}

function Credentials({ created }: { readonly created: NewApiKey }) {
  const { t } = useTranslation();
  const { apiKey, secret, nonce } = created;
  return (
    <>
      <dl className="flex flex-col divide-y divide-line rounded-lg bg-sunken px-4">
        <Credential name={t('api-keys.credentials.key')} value={apiKey} />
        <Credential name={t('api-keys.credentials.secret')} value={secret} />
        <Credential name={t('api-keys.credentials.nonce')} value={String(nonce)} />
      </dl>
      <p className="text-small text-ink-3">{t('api-keys.credentials.nonceHint')}</p>
      <Button
        variant="quiet"
        isFullWidth
        icon={<ExportIcon size={18} />}
        onPress={() => {
          exportKey(created);
          notify.success(t('api-keys.credentials.exported'));
        }}
      >
        {t('api-keys.credentials.export')}
      </Button>
    </>
  );
}

function Credential({ name, value }: { readonly name: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <div className="py-2">
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="-me-2 flex items-center justify-between gap-3">
        <span className="min-w-0 font-mono text-small [overflow-wrap:anywhere] text-ink-1">{value}</span>
        <CopyIconButton value={value} what={name} label={t('api-keys.credentials.copy', { item: name })} />
      </dd>
    </div>
  );
}

function exportKey({ apiKey, secret, nonce, userId, permissions, ipWhiteList }: NewApiKey): void {
  const file = {
    APIKey: apiKey,
    APISecret: secret,
    Nonce: nonce,
    UserId: userId,
    Permissions: permissions,
    IpWhiteList: ipWhiteList,
  };
  saveTextFile(`${JSON.stringify(file, null, 2)}\n`, {
    name: `api-key-${apiKey.slice(0, 8)}.json`,
    type: 'application/json',
  });
}

/** Keeps the customer on the page: navigating, reloading or closing the tab would lose the secret for good. */
function useNavigationBlock(mustStay: boolean, onTried: () => void): void {
  const blocker = useBlocker(mustStay);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onTried();
  }, [blocker, onTried]);
  useEffect(() => {
    if (!mustStay) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [mustStay]);
}
