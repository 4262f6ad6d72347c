import { Address } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { TemplateField } from '../../../api/calls/transfers/get-withdraw-template.ts';
import { useDestinationLabels } from '../../../parts/destinations/use-destination-labels.ts';

export type DestinationSubject = {
  readonly templateType: string;
  /** The address of a wallet; empty for a bank account. */
  readonly address: string;
  readonly lines: readonly { readonly field: TemplateField; readonly value: string }[];
};

/** Lists a destination line by line: the whole address, or every field of the bank account. */
export function useDestinationLines(
  { templateType, address, lines }: DestinationSubject,
  form: 'full' | 'verify',
): KeyValue[] {
  const { t } = useTranslation();
  const labels = useDestinationLabels(templateType);
  if (address !== '') {
    return [
      {
        id: 'destination',
        label: t('transfers.withdraw.review.destination'),
        value: <Address value={address} form={form} />,
        isStacked: true,
      },
    ];
  }
  return lines.map(({ field, value }) => {
    const option = field.options?.find(({ code }) => code === value);
    return {
      id: field.name,
      label: labels.fieldName(field.name),
      value: (
        <bdi className="[overflow-wrap:anywhere]">{option ? labels.option(field.name, option) : value}</bdi>
      ),
    };
  });
}
