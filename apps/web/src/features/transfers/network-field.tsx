import { Select } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { TemplateType } from '../../api/records/template-type.ts';
import { useDestinationLabels } from '../../parts/destinations/use-destination-labels.ts';

export type NetworkFieldProps = {
  /** "Network", or another label for the choice. */
  readonly label?: string | undefined;
  readonly networks: readonly TemplateType[];
  readonly value: TemplateType;
  readonly onChange: (providerId: number) => void;
};

/** A choice where there are several networks, a label where there is one. */
export function NetworkField({ label, networks, value, onChange }: NetworkFieldProps) {
  const { t } = useTranslation();
  const labels = useDestinationLabels();
  const name = label ?? t('transfers.network.label');
  if (networks.length > 1) {
    return (
      <Select
        label={name}
        options={networks.map(({ providerId, templateType, displayName }) => ({
          id: String(providerId),
          label: labels.way(templateType, displayName),
        }))}
        value={String(value.providerId)}
        onChange={(id) => onChange(Number(id))}
      />
    );
  }
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-4 text-body">
      <dt className="text-small font-medium text-ink-2">{name}</dt>
      <dd className="font-semibold">{labels.way(value.templateType, value.displayName)}</dd>
    </dl>
  );
}
