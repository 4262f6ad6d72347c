import { useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { omitUndefined } from '../omit-undefined.ts';
import { AssetIcon } from '../figures/asset-icon.tsx';
import { CheckIcon, SearchIcon } from '../icons.tsx';
import { formatAssetName } from './asset-picker.tsx';
import type { AssetOption, AssetPickerProps } from './asset-picker.tsx';

export type AssetListProps = AssetPickerProps & {
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
};

/** The number of rows rendered at once, and added when the end approaches: a list may have hundreds. */
const rowsStep = 40;
const nearEndPx = 600;

/** The list inside `AssetPicker`: typing filters, arrow keys move, Enter selects. */
export function AssetList(props: AssetListProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const [search, setSearch] = useState('');
  const [rowsMax, setRowsMax] = useState(rowsStep);
  const found = props.options.filter((option) => contains(getSearchText(option), search));
  return (
    <Autocomplete
      inputValue={search}
      onInputChange={(text) => {
        setSearch(text);
        setRowsMax(rowsStep);
      }}
    >
      <AriaSearchField aria-label={props.searchLabel} autoFocus className="px-5 pt-0.5 pb-3">
        <div className="field-frame flex min-h-11 items-center gap-2.5 px-3.5">
          <SearchIcon size={18} className="text-ink-3" />
          <Input
            // The list is always open and the focus never leaves this field, so its role must convey the list.
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            placeholder={props.searchLabel}
            className="w-full min-w-0 bg-transparent py-2 text-body text-ink-1 [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
      </AriaSearchField>
      {/* The focus stays in the search field; this region lets keyboard users reach the scrollable list. */}
      <div
        role="region"
        aria-label={props.label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < nearEndPx && found.length > rowsMax)
            setRowsMax(rowsMax + rowsStep);
        }}
        className="h-[min(24rem,55dvh)] overflow-y-auto border-t border-line focus-visible:-outline-offset-2"
      >
        <ListBox
          aria-label={props.label}
          selectionMode="single"
          selectedKeys={props.value === null ? [] : [String(props.value)]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            // Choosing the current product again only closes the picker.
            if (key === undefined) props.onClose();
            else props.onChoose(Number(key));
          }}
          renderEmptyState={() => <p className="px-3 py-8 text-center text-ink-3">{props.emptyText}</p>}
          className="px-2 py-2 outline-none"
        >
          {found.slice(0, rowsMax).map((option) => (
            <ListBoxItem
              key={option.id}
              id={String(option.id)}
              textValue={getSearchText(option)}
              isDisabled={option.isDisabled ?? false}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-3 py-2 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-focused:bg-accent-soft"
            >
              {({ isSelected }) => (
                <>
                  <AssetIcon
                    symbol={option.mark ?? option.symbol}
                    {...omitUndefined({ iconUrl: option.iconUrl })}
                    size={36}
                  />
                  <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
                    <span className="flex grow basis-[5rem] flex-col">
                      <span className="font-semibold text-ink-1">{option.symbol}</span>
                      <span className="wrap-anywhere text-small text-ink-2">{formatAssetName(option)}</span>
                    </span>
                    <span className="num text-small text-ink-2">{option.balance}</span>
                  </span>
                  {isSelected ? <CheckIcon size={18} className="text-accent-ink" /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
    </Autocomplete>
  );
}

/** Returns the text that the search matches. */
function getSearchText(option: AssetOption): string {
  return `${option.symbol} ${formatAssetName(option)}`;
}
