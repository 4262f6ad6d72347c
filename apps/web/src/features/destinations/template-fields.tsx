import { Select, TextField } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateField } from '../../api/calls/get-withdraw-template.ts';
import { isOptional, shownValue } from './template-form.ts';
import type { ReceiverValues } from './template-form.ts';
import { useDestinationWords } from './use-destination-words.ts';

export type TemplateFieldsProps = {
  readonly fields: readonly TemplateField[];
  readonly values: ReceiverValues;
  readonly onChange: (name: string, value: string) => void;
  /** What is wrong with a field, by its name. It is said once the customer has left the field. */
  readonly problems: Readonly<Record<string, string>>;
  /** Say what is wrong with fields that were not visited, too: the customer tried to go on. */
  readonly isTried?: boolean | undefined;
};

/** The fields of a server template, each as what it holds: one of some options, or a line of text. */
export function TemplateFields({ fields, values, onChange, problems, isTried = false }: TemplateFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <TemplateInput
          key={field.name}
          field={field}
          value={shownValue(field, values)}
          onChange={(value) => onChange(field.name, value)}
          problem={problems[field.name] ?? null}
          isTried={isTried}
        />
      ))}
    </>
  );
}

type TemplateInputProps = {
  readonly field: TemplateField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | null;
  readonly isTried: boolean;
};

function TemplateInput({ field, value, onChange, problem, isTried }: TemplateInputProps) {
  const { t } = useTranslation();
  const words = useDestinationWords();
  const [isLeft, setIsLeft] = useState(false);
  const error = isTried || (isLeft && value !== '') ? problem : null;
  const label = words.field(field);
  if (field.options) {
    return (
      <Select
        label={label}
        options={field.options.map((option) => ({
          id: option.code,
          label: words.option(field.name, option),
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
      onBlur={() => setIsLeft(true)}
      error={error}
      hint={words.hint(field.name)}
      isRequired={!isOptional(field)}
      maxLength={256}
      autoComplete="off"
      autoCapitalize="none"
    />
  );
}
