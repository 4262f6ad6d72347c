import { Checkbox, Dialog } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortcutKeys } from './use-shortcuts.ts';

export type ShortcutsDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
};

/** Lists the keyboard shortcuts, with a switch that disables the single keys. */
export function ShortcutsDialog({ isOpen, onClose, isOn, onToggle }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  const rows = [
    [shortcutKeys.buy.toUpperCase(), t('trade.shortcuts.buy')],
    [shortcutKeys.sell.toUpperCase(), t('trade.shortcuts.sell')],
    [shortcutKeys.limit.toUpperCase(), t('trade.shortcuts.limit')],
    [shortcutKeys.market.toUpperCase(), t('trade.shortcuts.market')],
    [shortcutKeys.picker, t('trade.shortcuts.picker')],
    ['↑ ↓', t('trade.shortcuts.step')],
    ['Shift ↑ ↓', t('trade.shortcuts.steps')],
    ['Enter', t('trade.shortcuts.review')],
    ['Esc', t('trade.shortcuts.clear')],
    ['← → + −', t('trade.shortcuts.chart')],
    [shortcutKeys.help, t('trade.shortcuts.help')],
  ] as const;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
      title={t('trade.shortcuts.title')}
      size="sm"
    >
      <dl className="flex flex-col">
        {rows.map(([keys, meaning]) => (
          <div key={keys} className="flex items-center gap-4 border-b border-line py-2 last:border-b-0">
            <dt className="w-24 shrink-0">
              <kbd className="rounded-sm border border-line-strong bg-sunken px-2 py-0.5 font-mono text-small whitespace-nowrap text-ink-1">
                {keys}
              </kbd>
            </dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3">
        <Checkbox isSelected={isOn} onChange={onToggle}>
          {t('trade.shortcuts.on')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
