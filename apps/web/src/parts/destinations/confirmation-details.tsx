import { Address, KeyValueList, Num } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MailedConfirmation } from '../../api/calls/sign-in/get-mailed-confirmation.ts';
import { useDestinationLabels } from './use-destination-labels.ts';

export type ConfirmationDetailsProps = { readonly confirmation: MailedConfirmation };

/** Shows everything that the code of a mail confirms: asset, amounts, network, and the whole destination. */
export function ConfirmationDetails({ confirmation }: ConfirmationDetailsProps) {
  const { t } = useTranslation();
  const { symbol, amount, fee, net, network, templateType, address, bankFields } = confirmation;
  const labels = useDestinationLabels(templateType);
  const row = (
    id: string,
    label: string,
    value: KeyValue['value'],
    more: Partial<KeyValue> = {},
  ): KeyValue => ({
    id,
    label,
    value,
    ...more,
  });
  const rows: KeyValue[] = [
    ...(amount === null || fee === null || net === null
      ? [row('asset', t('destinations.confirmation.asset'), symbol)]
      : [
          row('amount', t('destinations.confirmation.amount'), <Num value={amount} unit={symbol} />),
          row('fee', t('destinations.confirmation.fee'), <Num value={fee} unit={symbol} rounding="up" />),
          row('net', t('destinations.confirmation.net'), <Num value={net} unit={symbol} />, {
            isTotal: true,
          }),
        ]),
    row(
      'network',
      t(address === '' ? 'destinations.confirmation.system' : 'destinations.confirmation.network'),
      <bdi>{labels.way(templateType, network)}</bdi>,
    ),
    ...(address === ''
      ? bankFields.map(({ name, value, code }) =>
          row(
            name,
            labels.fieldName(name),
            <bdi className="[overflow-wrap:anywhere]">
              {code === null ? value : labels.option(name, { code, name: value })}
            </bdi>,
          ),
        )
      : [
          row(
            'destination',
            t('destinations.confirmation.destination'),
            <Address value={address} form="verify" />,
            { isStacked: true },
          ),
        ]),
  ];
  return <KeyValueList className="rounded-lg border border-line px-4 py-2 text-start" rows={rows} />;
}
