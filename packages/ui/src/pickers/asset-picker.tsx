import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from '../containers/dialog.tsx';
import { cx } from '../cx.ts';
import { AssetIcon } from '../figures/asset-icon.tsx';
import { ChevronDownIcon } from '../icons.tsx';
import { lazyView } from '../lazy-view.tsx';
import type { AssetListProps } from './asset-list.tsx';

export type AssetOption = {
  readonly id: number;
  readonly symbol: string;
  /** Drawn in the glyph instead of the symbol, such as the base of a pair. */
  readonly mark?: string | undefined;
  readonly name: string;
  readonly iconUrl?: string | null | undefined;
  /** Already formatted; drawn at the end of the row. */
  readonly balance?: ReactNode;
  /** Distinguishes two products with the same symbol. */
  readonly network?: string | undefined;
  readonly isDisabled?: boolean | undefined;
};

export type AssetPickerProps = {
  /** The purpose of the choice, such as "You pay with". Also the dialog's title. */
  readonly label: string;
  readonly searchLabel: string;
  readonly emptyText: string;
  /** In display order: the customer's balances first. */
  readonly options: readonly AssetOption[];
  readonly value: number | null;
  readonly onChange: (id: number) => void;
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  /** `pill` sits in a Well next to an amount; `field` is a labelled line of its own. */
  readonly look?: 'pill' | 'field' | undefined;
};

const list = lazyView<AssetListProps>(async () => (await import('./asset-list.tsx')).AssetList, 'soon');

/** Returns the full name of a product, with its network where only that distinguishes it. */
export function formatAssetName({ name, network }: AssetOption): string {
  return network ? `${name} · ${network}` : name;
}

/** Selects a product from a searchable list, with typing, arrow keys, Enter and Escape. */
export function AssetPicker(props: AssetPickerProps) {
  const { label, options, value, onChange, look = 'pill', isDisabled = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const List = list.use(isOpen);
  const chosen = options.find((option) => option.id === value);

  function choose(id: number) {
    onChange(id);
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
        {/* The name is text inside the button: an `aria-label` would not include the letters of the icon next to
            it. */}
        <span className="sr-only">
          {chosen ? `${label}: ${[chosen.symbol, chosen.network].filter(Boolean).join(', ')}` : label}
        </span>
        <span aria-hidden="true" className="contents">
          {chosen ? (
            <>
              <AssetIcon
                symbol={chosen.mark ?? chosen.symbol}
                iconUrl={chosen.iconUrl}
                size={look === 'pill' ? 28 : 36}
              />
              {look === 'pill' ? (
                <span>{chosen.symbol}</span>
              ) : (
                // With large text the balance wraps below the name instead of breaking it.
                <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
                  <span className="flex min-w-0 grow basis-[5rem] flex-col">
                    <span className="font-semibold">{chosen.symbol}</span>
                    <span className="wrap-anywhere text-small text-ink-3">{formatAssetName(chosen)}</span>
                  </span>
                  {chosen.balance ? (
                    <span className="num text-small text-ink-2">{chosen.balance}</span>
                  ) : null}
                </span>
              )}
            </>
          ) : (
            <span className="grow ps-2 text-ink-3">{props.placeholder ?? label}</span>
          )}
          <ChevronDownIcon size={18} className="text-ink-3" />
        </span>
      </AriaButton>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={label} size="sm" isFlush>
        {List ? (
          <List {...props} onChoose={choose} onClose={() => setIsOpen(false)} />
        ) : (
          <div className="h-[min(28rem,60dvh)]" />
        )}
      </Dialog>
    </div>
  );
}
