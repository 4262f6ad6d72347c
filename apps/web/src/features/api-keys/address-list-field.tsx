import { addressesMax } from '@salar/protocol/address-list';
import { TextField } from '@salar/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { splitAddresses } from './address-entries.ts';
import { AddressChips } from './key-chips.tsx';
import type { KeyProblem } from './use-key-problem.ts';

export type AddressListFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How the last attempt failed. When the problem concerns the addresses, the field shows it and takes the focus. */
  readonly problem: KeyProblem | null;
  readonly autoFocus?: boolean;
};

/** Edits a list of addresses as text and shows below it how the text was understood. The server decides. */
export function AddressListField({ value, onChange, problem, autoFocus = false }: AddressListFieldProps) {
  const { t } = useTranslation();
  const entries = splitAddresses(value);
  const error = problem?.isAboutAddresses ? problem.text : null;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== null) input.current?.focus();
  }, [error]);
  const hasMistake = error === null && entries.some(({ isAddress }) => !isAddress);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('api-keys.address.label')}
        hint={t('api-keys.address.hint')}
        placeholder={t('api-keys.address.placeholder')}
        value={value}
        onChange={onChange}
        error={error}
        isErrorAnnounced
        inputRef={input}
        autoCapitalize="none"
        autoComplete="off"
        autoFocus={autoFocus}
        isMono
      />
      {entries.length > 0 ? <AddressChips entries={entries} /> : null}
      {hasMistake ? <p className="text-small text-warn">{t('api-keys.address.someMalformed')}</p> : null}
      {error === null && entries.length > addressesMax ? (
        <p className="text-small text-warn">{t('api-keys.address.tooMany', { max: addressesMax })}</p>
      ) : null}
    </div>
  );
}
