import { Address, TextField } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateType } from '../../api/records/template-type.ts';
import { judgeAddress } from './address-shape.ts';

export type AddressFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly network: TemplateType | null;
  /** Said in place of what the field finds itself. */
  readonly error?: string | null | undefined;
};

/** A wallet address: trimmed as it is typed, its shape judged once the customer leaves the field. */
export function AddressField({ label, value, onChange, network, error }: AddressFieldProps) {
  const { t } = useTranslation();
  const [isLeft, setIsLeft] = useState(false);
  const shape = network && value !== '' ? judgeAddress(value, network) : null;
  const names = { network: network?.displayName ?? '' };
  const shapeError =
    shape?.kind === 'otherNetwork'
      ? t('destinations.shape.otherNetwork', { ...names, looksLike: shape.looksLike })
      : shape?.kind === 'malformed' && isLeft
        ? t('destinations.shape.malformed', names)
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
        error={error ?? shapeError}
        isRequired
        isMono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
      />
      {shape?.kind === 'plausible' || shape?.kind === 'unknown' ? (
        <Address value={value} form="full" />
      ) : null}
    </div>
  );
}
