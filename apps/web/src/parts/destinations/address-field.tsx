import { Address, TextField } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { TemplateType } from '../../api/records/template-type.ts';
import { checkAddress } from './address-shape.ts';

export type AddressFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly network: TemplateType | null;
  /** Shows a problem at once, because the customer tried to continue. */
  readonly isTried?: boolean | undefined;
};

/** A wallet address: trimmed as it is typed, and checked once the field loses the focus. */
export function AddressField({ label, value, onChange, network, isTried = false }: AddressFieldProps) {
  const { t } = useTranslation();
  const [isLeft, setIsLeft] = useState(false);
  const shape = network && value !== '' ? checkAddress(value, network) : null;
  const names = { network: network?.displayName ?? '' };
  const isFinal = isLeft || isTried;
  const error =
    shape?.kind === 'otherNetwork'
      ? t('destinations.shape.otherNetwork', { ...names, looksLike: shape.looksLike })
      : shape?.kind === 'malformed' && isFinal
        ? t('destinations.shape.malformed', names)
        : value === '' && isTried
          ? t('errors.required')
          : null;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        value={value}
        onChange={(text) => {
          setIsLeft(false);
          onChange(text.trim());
        }}
        onBlur={() => setIsLeft(true)}
        error={error}
        isRequired
        isMono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        enterKeyHint="next"
      />
      {shape?.kind === 'plausible' || shape?.kind === 'unknown' ? (
        <Address value={value} form="full" />
      ) : null}
    </div>
  );
}
