import { Button, PlusIcon } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AddressField } from '../../../parts/destinations/address-field.tsx';
import { AddWhitelistedAddressDialog } from '../../../parts/destinations/add-whitelisted-address-dialog.tsx';
import { CreateBankAccountDialog } from '../../../parts/destinations/create-bank-account-dialog.tsx';
import { TemplateFields } from '../../../parts/destinations/template-fields.tsx';
import { addressField, commentField } from '../../../parts/destinations/template-form.ts';
import { NewDestinationNotice } from './new-destination-notice.tsx';
import { SavedDestinations } from './saved-destinations-field.tsx';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** The receiver: a saved destination, or the form that the server's template describes. */
export function ReceiverFields({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const { receiver, options } = draft;
  const { provider } = options;
  const templateType = provider?.templateType ?? '';
  const fields = receiver.fields ?? [];
  const hasAddress = fields.some(({ name }) => name === addressField);
  return (
    <>
      <SavedDestinations receiver={receiver} />
      {hasAddress ? (
        <AddressField
          label={t('destinations.fields.ExternalAddress')}
          value={receiver.values[addressField] ?? ''}
          onChange={(address) => receiver.fill(addressField, address)}
          network={provider}
        />
      ) : null}
      <TemplateFields
        key={provider?.providerId}
        templateType={templateType}
        fields={fields.filter(({ name }) => name !== addressField)}
        values={receiver.values}
        onChange={receiver.fill}
        problems={receiver.problems}
      />
      {receiver.isNew ? <NewDestinationNotice draft={draft} /> : null}
      <SaveDestination draft={draft} />
    </>
  );
}

/** Opens the dialog that saves a destination of the chosen kind; the new one is chosen on return. */
function SaveDestination({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { options, receiver, accountId, asset } = draft;
  const { methods, method, provider } = options;
  if (accountId === null || provider === null) return null;
  const close = () => setIsOpen(false);
  const take = (created: { readonly infoId: string; readonly providerId: number }) => {
    options.chooseProvider(created.providerId);
    receiver.choose(created.infoId);
  };
  return (
    <div>
      <Button variant="ghost" icon={<PlusIcon size={18} />} onPress={() => setIsOpen(true)} className="-ms-4">
        {t(method === 'bank' ? 'transfers.withdraw.saved.addBank' : 'transfers.withdraw.saved.addWallet')}
      </Button>
      {method === 'bank' ? (
        <CreateBankAccountDialog
          isOpen={isOpen}
          onClose={close}
          accountId={accountId}
          productId={asset.productId}
          providerId={provider.providerId}
          successText={t('transfers.withdraw.successAddBankAccount')}
          onCreated={take}
        />
      ) : (
        <AddWhitelistedAddressDialog
          isOpen={isOpen}
          onClose={close}
          accountId={accountId}
          productId={asset.productId}
          symbol={asset.symbol}
          networks={methods.wallet}
          providerId={provider.providerId}
          address={receiver.chosen ? '' : receiver.address}
          onCreated={(created) => {
            take(created);
            if (created.comment !== '') receiver.fill(commentField, created.comment);
          }}
        />
      )}
    </div>
  );
}
