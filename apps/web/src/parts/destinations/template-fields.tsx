import { InlineNotice, Select, TextField } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { TemplateField } from '../../api/calls/transfers/get-withdraw-template.ts';
import { isOptional, getDisplayedValue, filterVisibleFields } from './template-form.ts';
import type { ReceiverValues } from './template-form.ts';
import { isNumericField } from './numeric-field.ts';
import { tidyValue } from './tidied-value.ts';
import { useDestinationLabels } from './use-destination-labels.ts';
import { useFieldWarnings } from './use-field-problems.ts';

export type TemplateFieldsProps = {
  readonly templateType: string;
  readonly fields: readonly TemplateField[];
  readonly values: ReceiverValues;
  readonly onChange: (name: string, value: string) => void;
  /** The problems of the fields by name, each shown once its field loses the focus. */
  readonly problems: Readonly<Record<string, string>>;
  /** Also shows problems of fields that were never focused, because the customer tried to continue. */
  readonly isTried?: boolean | undefined;
};

/** The fields of a server template, each as a choice or a text field. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { templateType, fields, values, onChange, problems, isTried = false } = props;
  const shown = filterVisibleFields(fields);
  const warnings = useFieldWarnings(fields, values, templateType);
  return (
    <>
      {shown.map((field, place) => (
        <TemplateInput
          key={field.name}
          templateType={templateType}
          field={field}
          value={getDisplayedValue(field, values)}
          onChange={(value) => onChange(field.name, value)}
          onLeave={() => {
            const tidied = tidyValue(templateType, field.name, values);
            if (tidied !== (values[field.name] ?? '')) onChange(field.name, tidied);
          }}
          problem={problems[field.name] ?? null}
          isTried={isTried}
          isLast={place === shown.length - 1}
          isNumeric={isNumericField(templateType, field.name, values)}
        />
      ))}
      {warnings.map((warning) => (
        <InlineNotice key={warning} tone="warn" isAnnounced>
          {warning}
        </InlineNotice>
      ))}
    </>
  );
}

type TemplateInputProps = {
  readonly templateType: string;
  readonly field: TemplateField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
  readonly problem: string | null;
  readonly isTried: boolean;
  readonly isLast: boolean;
  /** Whether the field holds only digits and hyphens. */
  readonly isNumeric: boolean;
};

function TemplateInput(props: TemplateInputProps) {
  const { templateType, field, value, onChange, onLeave, problem, isTried } = props;
  const { t } = useTranslation();
  const labels = useDestinationLabels(templateType);
  const [isLeft, setIsLeft] = useState(false);
  const error = isTried || (isLeft && value !== '') ? problem : null;
  const label = labels.field(field);
  if (field.options) {
    return (
      <Select
        label={label}
        options={field.options.map((option) => ({
          id: option.code,
          label: labels.option(field.name, option),
        }))}
        value={value === '' ? null : value}
        onChange={onChange}
        placeholder={t('destinations.field.choose')}
        isRequired={!isOptional(field)}
        error={error}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      onBlur={() => {
        setIsLeft(true);
        onLeave();
      }}
      error={error}
      hint={labels.hint(field.name)}
      isRequired={!isOptional(field)}
      maxLength={256}
      inputMode={props.isNumeric ? 'numeric' : undefined}
      enterKeyHint={props.isLast ? 'done' : 'next'}
      autoComplete="off"
      autoCapitalize="none"
    />
  );
}
