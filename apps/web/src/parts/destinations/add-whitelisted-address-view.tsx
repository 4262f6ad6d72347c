import { InlineNotice, Select, TextField, focusFirstProblem, notify } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buildWalletInfoName } from '../../api/records/withdraw-info.ts';
import type { AddWhitelistedAddressDialogProps } from './add-whitelisted-address-dialog.tsx';
import { AddressField } from './address-field.tsx';
import { isPlausible } from './address-shape.ts';
import { DestinationDialog } from './destination-dialog.tsx';
import type { DestinationFormProps } from './destination-dialog.tsx';
import { isWalletName } from './wallet-name.ts';

const nameLengthMax = 40;

/** The content of `AddWhitelistedAddressDialog`. Each opening starts over. */
export function AddWhitelistedAddressView(props: AddWhitelistedAddressDialogProps) {
  const { t } = useTranslation();
  return (
    <DestinationDialog
      title={t('destinations.wallet.title', { symbol: props.symbol })}
      saveLabel={t('destinations.wallet.save')}
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      {(form) => <AddressForm {...props} {...form} />}
    </DestinationDialog>
  );
}

type AddressFormProps = AddWhitelistedAddressDialogProps & DestinationFormProps;

function AddressForm({ formId, saving, ...props }: AddressFormProps) {
  const { t } = useTranslation().i18n;
  const [name, setName] = useState('');
  const [address, setAddress] = useState(props.address ?? '');
  const [chosenId, setChosenId] = useState(props.providerId ?? null);
  const [comment, setComment] = useState('');
  const [isTried, setIsTried] = useState(false);
  const network = props.networks.find(({ providerId }) => providerId === chosenId) ?? props.networks[0];
  const label = name.trim();
  const nameProblem =
    label === ''
      ? isTried
        ? t('errors.required')
        : null
      : isWalletName(label)
        ? null
        : t('destinations.wallet.nameProblem');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTried(true);
    focusFirstProblem(event.currentTarget);
    if (label === '' || address === '' || !network) {
      saving.setProblem(() => t('destinations.wallet.missingFields'));
      return;
    }
    // The problem is shown at its field, which has the focus now.
    saving.setProblem(null);
    if (!isWalletName(label) || !isPlausible(address, network)) return;
    const outcome = await saving.save({
      accountId: props.accountId,
      productId: props.productId,
      name: buildWalletInfoName(label, network.displayName),
      identifier: address,
    });
    if (outcome.kind === 'saved') {
      notify.success(t('destinations.wallet.successAddAddress'));
      props.onCreated?.({
        infoId: outcome.infoId,
        productId: props.productId,
        providerId: network.providerId,
        comment: comment.trim(),
      });
      props.onClose();
      return;
    }
    const describe = () =>
      t('destinations.wallet.failedAddAddress', { message: outcome.reason() ?? t('destinations.unknown') });
    saving.setProblem(describe);
    notify.error(describe());
  }

  return (
    <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {saving.problem ? (
        <InlineNotice tone="error" isAnnounced>
          {saving.problem}
        </InlineNotice>
      ) : null}
      <TextField
        label={t('destinations.wallet.name')}
        hint={t('destinations.wallet.nameHint')}
        value={name}
        onChange={setName}
        error={nameProblem}
        isRequired
        maxLength={nameLengthMax}
        enterKeyHint="next"
        autoComplete="off"
      />
      <Select
        label={t('destinations.wallet.network')}
        options={props.networks.map(({ providerId, displayName }) => ({
          id: String(providerId),
          label: displayName,
        }))}
        value={network ? String(network.providerId) : null}
        onChange={(id) => setChosenId(Number(id))}
        isRequired
      />
      <AddressField
        label={t('destinations.fields.ExternalAddress')}
        value={address}
        onChange={setAddress}
        network={network ?? null}
        isTried={isTried}
      />
      <TextField
        label={t('destinations.field.optional', { label: t('destinations.fields.Comment') })}
        hint={t('destinations.wallet.commentHint')}
        value={comment}
        onChange={setComment}
        maxLength={256}
        enterKeyHint="done"
        autoComplete="off"
      />
    </form>
  );
}
