import { Button, InlineNotice, PasskeyIcon, PlusIcon, formatDateTime, lazyView } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetPasskeysQuery } from '../../api/calls/sign-in/get-passkeys.ts';
import type { Passkey } from '../../api/calls/sign-in/get-passkeys.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { AddPasskeyDialogProps } from './add-passkey-dialog.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { Entries, Entry, Section } from './section.tsx';

const addDialog = lazyView<AddPasskeyDialogProps>(
  async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog,
);

/** The passkeys that can sign the customer in. */
export function PasskeysCard() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const passkeys = useGetPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const AddDialog = addDialog.use(isAdding);
  const canMake = 'PublicKeyCredential' in globalThis;
  return (
    <Section
      title={t('security.passkeys.title')}
      hint={t('security.passkeys.hint')}
      isRefreshing={passkeys.isFetching && !passkeys.isLoading}
      action={
        canMake ? (
          <Button
            variant="quiet"
            icon={<PlusIcon size={18} />}
            isDisabled={!isOnline}
            onPress={() => setIsAdding(true)}
          >
            {t('security.passkeys.add')}
          </Button>
        ) : null
      }
    >
      {canMake ? null : (
        <InlineNotice tone="info" className="mt-4">
          {t('security.passkeys.unsupported')}
        </InlineNotice>
      )}
      <Entries
        entries={passkeys.data}
        error={passkeys.error}
        onRetry={() => void passkeys.refetch()}
        texts={{
          error: t('security.passkeys.error'),
          loading: t('security.passkeys.loading'),
          empty: t('security.passkeys.empty'),
        }}
        draw={(passkey) => (
          <PasskeyEntry key={passkey.passkeyId} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        )}
      />
      {AddDialog ? <AddDialog isOpen={isAdding} onClose={() => setIsAdding(false)} /> : null}
      <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />
    </Section>
  );
}

function PasskeyEntry({
  passkey: { name, createdAt, lastUsedAt },
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const isOnline = useOnline();
  return (
    <Entry
      icon={<PasskeyIcon />}
      title={name}
      action={
        <Button
          variant="ghost"
          size="sm"
          isDisabled={!isOnline}
          aria-label={t('security.passkeys.removeNamed', { name })}
          onPress={onRemove}
        >
          {t('security.passkeys.remove')}
        </Button>
      }
    >
      <span>
        {lastUsedAt
          ? t('security.passkeys.used', { date: formatDateTime(lastUsedAt, language) })
          : t('security.passkeys.neverUsed')}
      </span>
      <span>{t('security.passkeys.added', { date: formatDateTime(createdAt, language, 'date') })}</span>
    </Entry>
  );
}
