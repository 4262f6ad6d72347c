import {
  descriptionLengthMax,
  fundsPurposes,
  fundsRanges,
  fundsSources,
  occupationLengthMax,
} from '@salar/protocol/level-requests';
import type { FundsDraft, FundsField } from '@salar/protocol/level-requests';
import { Checkbox, Select, TextField } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextArea } from './text-area.tsx';

export type FundsFieldsProps = {
  readonly funds: FundsDraft;
  readonly onChange: (changed: FundsDraft) => void;
  /** Fields to report: the customer tried to send the form. */
  readonly problems: readonly FundsField[];
  readonly isDisabled: boolean;
};

const sources = Object.keys(fundsSources) as (keyof typeof fundsSources)[];
const purposes = Object.keys(fundsPurposes) as (keyof typeof fundsPurposes)[];
const ranges = Object.keys(fundsRanges) as (keyof typeof fundsRanges)[];

/** The source of the customer's money and its purpose. */
export function FundsFields({ funds, onChange, problems, isDisabled }: FundsFieldsProps) {
  const { t } = useTranslation();
  const toError = (field: FundsField, text: string) => (problems.includes(field) ? text : null);
  const required = t('verification.request.required');
  const choose = t('verification.request.choose');
  const rangeOptions = ranges.map((id) => ({ id, label: t(`verification.request.range.${id}`) }));
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={t('verification.request.occupation')}
        hint={t('verification.request.occupationHint')}
        value={funds.Occupation ?? ''}
        onChange={(Occupation) => onChange({ Occupation })}
        error={toError('Occupation', required)}
        maxLength={occupationLengthMax}
        autoComplete="organization-title"
        autoCapitalize="sentences"
        isRequired
        isDisabled={isDisabled}
      />
      <Pair>
        <Select
          label={t('verification.request.source')}
          options={sources.map((id) => ({ id, label: t(`verification.request.sources.${id}`) }))}
          value={funds.Source ?? null}
          onChange={(id) => onChange({ Source: sources.find((one) => one === id) })}
          placeholder={choose}
          error={toError('Source', choose)}
          isRequired
          isDisabled={isDisabled}
        />
        <Select
          label={t('verification.request.purpose')}
          options={purposes.map((id) => ({ id, label: t(`verification.request.purposes.${id}`) }))}
          value={funds.Purpose ?? null}
          onChange={(id) => onChange({ Purpose: purposes.find((one) => one === id) })}
          placeholder={choose}
          error={toError('Purpose', choose)}
          isRequired
          isDisabled={isDisabled}
        />
      </Pair>
      <TextArea
        label={t('verification.request.describe')}
        hint={t('verification.request.describeHint')}
        value={funds.Description ?? ''}
        onChange={(Description) => onChange({ Description })}
        error={toError('Description', required)}
        maxLength={descriptionLengthMax}
        isDisabled={isDisabled}
      />
      <Pair>
        <Select
          label={t('verification.request.income')}
          options={rangeOptions}
          value={funds.MonthlyIncome ?? null}
          onChange={(id) => onChange({ MonthlyIncome: ranges.find((one) => one === id) })}
          placeholder={choose}
          error={toError('MonthlyIncome', choose)}
          isRequired
          isDisabled={isDisabled}
        />
        <Select
          label={t('verification.request.volume')}
          options={rangeOptions}
          value={funds.MonthlyVolume ?? null}
          onChange={(id) => onChange({ MonthlyVolume: ranges.find((one) => one === id) })}
          placeholder={choose}
          error={toError('MonthlyVolume', choose)}
          isRequired
          isDisabled={isDisabled}
        />
      </Pair>
      <Select
        label={t('verification.request.exposed')}
        hint={t('verification.request.exposedHint')}
        options={[
          { id: 'no', label: t('verification.request.no') },
          { id: 'yes', label: t('verification.request.yes') },
        ]}
        value={funds.PoliticallyExposed === undefined ? null : funds.PoliticallyExposed ? 'yes' : 'no'}
        onChange={(id) => onChange({ PoliticallyExposed: id === 'yes' })}
        placeholder={choose}
        error={toError('PoliticallyExposed', choose)}
        isRequired
        isDisabled={isDisabled}
      />
      <Checkbox
        isSelected={funds.Declared === true}
        onChange={(Declared) => onChange({ Declared })}
        error={toError('Declared', t('verification.request.declareRequired'))}
        isRequired
        isDisabled={isDisabled}
      >
        {t('verification.request.declare')}
      </Checkbox>
    </div>
  );
}

function Pair({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2 sm:items-end">{children}</div>;
}
