import { Address, InlineNotice, Select, TextField } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateField } from '../../api/calls/get-withdraw-template.ts';
import { addressField, humanised, isOptional } from '../destinations/template-form.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** The receiver form that the server's template describes. */
export function ReceiverFields({ draft }: { readonly draft: WithdrawDraft }) {
  return (
    <>
      {draft.fields?.map((field) =>
        field.name === addressField ? (
          <AddressInput key={field.name} field={field} draft={draft} />
        ) : (
          <ReceiverInput key={field.name} field={field} draft={draft} />
        ),
      )}
    </>
  );
}

function ReceiverInput({ field, draft }: { readonly field: TemplateField; readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const label = useFieldLabel(field);
  const value = draft.values[field.name] ?? field.initial;
  if (field.options) {
    return (
      <Select
        label={label}
        options={field.options.map(({ code, name }) => ({ id: code, label: name }))}
        value={value === '' ? null : value}
        onChange={(code) => draft.fill(field.name, code)}
        placeholder={t('ramping.withdraw.field.choose')}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      onChange={(text) => draft.fill(field.name, text)}
      isRequired={!isOptional(field)}
      maxLength={256}
      autoComplete="off"
    />
  );
}

/** A wallet address: trimmed as it is typed, its shape judged once the customer leaves the field. */
function AddressInput({ field, draft }: { readonly field: TemplateField; readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const label = useFieldLabel(field);
  const [isLeft, setIsLeft] = useState(false);
  const { shape, address, asset, options } = draft;
  const network = options.network?.displayName ?? '';
  const error =
    shape?.kind === 'otherNetwork'
      ? t('ramping.withdraw.shape.otherNetwork', { looksLike: shape.looksLike, network })
      : shape?.kind === 'malformed' && isLeft
        ? t('ramping.withdraw.shape.malformed', { network })
        : null;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        value={draft.values[field.name] ?? field.initial}
        onChange={(text) => {
          setIsLeft(false);
          draft.fill(field.name, text.trim());
        }}
        onBlur={() => setIsLeft(true)}
        error={error}
        isRequired
        isMono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
      />
      {shape?.kind === 'plausible' || shape?.kind === 'unknown' ? (
        <Address value={address} form="full" />
      ) : null}
      {draft.isNewAddress ? (
        <InlineNotice tone="warn">{t('ramping.withdraw.newAddress', { symbol: asset.symbol })}</InlineNotice>
      ) : null}
    </div>
  );
}

function useFieldLabel(field: TemplateField): string {
  const { t } = useTranslation();
  const label = isTranslated(field.name) ? t(`ramping.withdraw.field.${field.name}`) : humanised(field.name);
  return isOptional(field) ? t('ramping.withdraw.field.optional', { label }) : label;
}

const translatedFields = ['ExternalAddress', 'Memo', 'Comment'] as const;

function isTranslated(name: string): name is (typeof translatedFields)[number] {
  return (translatedFields as readonly string[]).includes(name);
}
