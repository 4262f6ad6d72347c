import { useState } from 'react';
import type { Key, ReactNode } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { Dialog } from '../containers/dialog.tsx';
import { cx } from '../cx.ts';
import { defined } from '../defined.ts';
import { AssetIcon } from '../figures/asset-icon.tsx';
import { CheckIcon, ChevronDownIcon, SearchIcon } from '../icons.tsx';

export type AssetOption = {
  readonly id: number;
  readonly symbol: string;
  readonly name: string;
  readonly iconUrl?: string | null | undefined;
  /** Already formatted, drawn at the end of the row. */
  readonly balance?: ReactNode;
  /** Told apart by it when two products have one symbol. */
  readonly network?: string | undefined;
  readonly isDisabled?: boolean | undefined;
};

export type AssetPickerProps = {
  /** What the product is for: "You pay with". Also the dialog's title. */
  readonly label: string;
  readonly searchLabel: string;
  readonly emptyText: string;
  /** In the order to show: own balances first. */
  readonly options: readonly AssetOption[];
  readonly value: number | null;
  readonly onChange: (id: number) => void;
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  /** `pill` sits in a Well beside an amount; `field` is a labelled line of its own. */
  readonly look?: 'pill' | 'field' | undefined;
};

/** Chooses a product from a searchable list: type, arrows, Enter, Escape. */
export function AssetPicker(props: AssetPickerProps) {
  const { label, options, value, onChange, look = 'pill', isDisabled = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  const chosen = options.find((option) => option.id === value);

  function choose(key: Key) {
    onChange(Number(key));
    setIsOpen(false);
  }

  return (
    <div className={cx('flex flex-col gap-1.5', look === 'pill' && 'shrink-0')}>
      {look === 'field' ? (
        <span aria-hidden="true" className="text-small font-medium text-ink-2">
          {label}
        </span>
      ) : null}
      <AriaButton
        aria-label={chosen ? `${label}: ${chosen.symbol}` : label}
        aria-haspopup="dialog"
        isDisabled={isDisabled}
        onPress={() => setIsOpen(true)}
        className={cx(
          'flex items-center gap-2 text-ink-1 data-disabled:text-ink-3',
          look === 'pill'
            ? 'min-h-11 rounded-full border border-line-strong bg-surface py-1 ps-1.5 pe-3 font-semibold data-hovered:bg-sunken'
            : 'field-frame min-h-14 w-full px-3.5 py-2 text-start',
        )}
        {...(look === 'field' && isDisabled ? { 'data-disabled': true } : {})}
      >
        {chosen ? (
          <>
            <AssetIcon symbol={chosen.symbol} iconUrl={chosen.iconUrl} size={look === 'pill' ? 28 : 36} />
            {look === 'pill' ? (
              <span>{chosen.symbol}</span>
            ) : (
              <span className="flex min-w-0 grow flex-col">
                <span className="font-semibold">{chosen.symbol}</span>
                <span className="truncate text-small text-ink-3">{chosen.name}</span>
              </span>
            )}
            {look === 'field' && chosen.balance ? (
              <span className="num text-small text-ink-2">{chosen.balance}</span>
            ) : null}
          </>
        ) : (
          <span className="grow ps-2 text-ink-3">{props.placeholder ?? label}</span>
        )}
        <ChevronDownIcon size={18} className="text-ink-3" />
      </AriaButton>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={label} size="sm" isFlush>
        <Autocomplete filter={contains}>
          <AriaSearchField aria-label={props.searchLabel} autoFocus className="px-5 pb-3">
            <div className="field-frame flex min-h-11 items-center gap-2.5 px-3.5">
              <SearchIcon size={18} className="text-ink-3" />
              <Input
                placeholder={props.searchLabel}
                className="w-full min-w-0 bg-transparent py-2 text-body text-ink-1 [&::-webkit-search-cancel-button]:hidden"
              />
            </div>
          </AriaSearchField>
          <ListBox
            aria-label={label}
            selectionMode="single"
            selectedKeys={value === null ? [] : [String(value)]}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : [...keys];
              if (key === undefined) setIsOpen(false);
              else choose(key);
            }}
            renderEmptyState={() => <p className="px-3 py-8 text-center text-ink-3">{props.emptyText}</p>}
            className="h-[min(24rem,55dvh)] overflow-y-auto border-t border-line px-2 py-2 outline-none"
          >
            {options.map((option) => (
              <ListBoxItem
                key={option.id}
                id={String(option.id)}
                textValue={`${option.symbol} ${option.name}`}
                isDisabled={option.isDisabled ?? false}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-3 py-2 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-focused:bg-accent-soft"
              >
                {({ isSelected }) => (
                  <>
                    <AssetIcon symbol={option.symbol} {...defined({ iconUrl: option.iconUrl })} size={36} />
                    <span className="flex min-w-0 grow flex-col">
                      <span className="font-semibold text-ink-1">{option.symbol}</span>
                      <span className="truncate text-small text-ink-2">
                        {option.name}
                        {option.network ? ` · ${option.network}` : ''}
                      </span>
                    </span>
                    <span className="num text-small text-ink-2">{option.balance}</span>
                    {isSelected ? <CheckIcon size={18} className="text-accent-ink" /> : null}
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBox>
        </Autocomplete>
      </Dialog>
    </div>
  );
}
