import { Address, Button, RadioCards, StatusPill, maskTail } from '@salar/ui';
import type { RadioCard } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { BankInfo, WithdrawInfo } from '../../../api/records/withdraw-info.ts';
import { useDestinationLabels } from '../../../parts/destinations/use-destination-labels.ts';
import type { Receiver } from './use-receiver.ts';

const other = 'other';
/** How many are shown at first; more would push what follows off the screen. */
const foldedCount = 4;

/** The saved destinations of the chosen method, and a card for another one. Draws nothing while none is saved. */
export function SavedDestinations({ receiver }: { readonly receiver: Receiver }) {
  const { t } = useTranslation();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { saved, chosen } = receiver;
  if (saved.length === 0) return null;
  const canFold = saved.length > foldedCount + 1;
  const shown = saved.filter(
    (info, place) => !canFold || isUnfolded || place < foldedCount || info === chosen,
  );
  const options: RadioCard[] = [
    ...shown.map((info) => ({
      value: info.infoId,
      label: info.kind === 'wallet' ? info.label : formatBankTitle(info),
      description: <Description info={info} receiver={receiver} />,
    })),
    { value: other, label: t('transfers.withdraw.saved.other') },
  ];
  return (
    <div className="flex flex-col gap-1">
      <RadioCards
        label={t('transfers.withdraw.saved.label')}
        columns={1}
        options={options}
        value={chosen?.infoId ?? other}
        onChange={(value) => receiver.choose(value === other ? null : value)}
      />
      {canFold ? (
        <Button
          variant="ghost"
          onPress={() => setIsUnfolded(!isUnfolded)}
          aria-expanded={isUnfolded}
          className="-ms-4 self-start"
        >
          {isUnfolded
            ? t('transfers.withdraw.saved.fewer')
            : t('transfers.withdraw.saved.all', { total: saved.length })}
        </Button>
      ) : null}
    </div>
  );
}

function Description({ info, receiver }: { readonly info: WithdrawInfo; readonly receiver: Receiver }) {
  const { t } = useTranslation();
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      {info.kind === 'wallet' ? (
        <>
          <bdi>{info.network}</bdi>
          <Address value={info.address} form="short" />
        </>
      ) : (
        <Institution info={info} receiver={receiver} />
      )}
      <StatusPill tone={info.isVerified ? 'good' : 'wait'}>
        {t(info.isVerified ? 'transfers.withdraw.saved.verified' : 'transfers.withdraw.saved.unverified')}
      </StatusPill>
    </span>
  );
}

/** The name of the bank or the payment system. */
function Institution({ info, receiver }: { readonly info: BankInfo; readonly receiver: Receiver }) {
  const labels = useDestinationLabels();
  const name = ['BankName', 'SystemName', 'System'].find((key) => (info.fields[key] ?? '') !== '');
  if (name === undefined) return null;
  const code = info.fields[name] ?? '';
  const option = receiver.allFields
    ?.find((field) => field.name === name)
    ?.options?.find((candidate) => candidate.code === code);
  return <bdi>{option ? labels.option(name, option) : code}</bdi>;
}

/** Of numbers and keys only the last characters are shown (product spec, section 9). */
function formatBankTitle({ fields }: BankInfo): string {
  return maskTail(fields['Number'] ?? fields['PixKey'] ?? '');
}
