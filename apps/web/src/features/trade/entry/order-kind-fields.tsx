import { Select } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { Segments } from '../../../lib/segments.tsx';
import { isStop, orderTypes, triggers } from './order-draft.ts';
import type { DraftType, OrderDraft } from './order-draft.ts';
import { useOrderLabels } from './use-order-labels.ts';

export type OrderKindFieldsProps = {
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
  readonly instrument: Instrument;
};

/** The side and type of the order, and the choices that the type brings. */
export function OrderKindFields({ draft, onChange, instrument }: OrderKindFieldsProps) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  return (
    <>
      <Segments
        label={t('trade.entry.side')}
        isLabelHidden
        options={[
          { value: 'buy', label: t('trade.entry.buy', { symbol: instrument.baseSymbol }), tone: 'gain' },
          { value: 'sell', label: t('trade.entry.sell', { symbol: instrument.baseSymbol }), tone: 'loss' },
        ]}
        value={draft.side}
        onChange={(side) => onChange({ ...draft, side })}
      />
      <Select
        label={t('trade.entry.type')}
        isLabelHidden
        options={orderTypes.map((type) => ({
          id: type,
          label: labels.orderType(type),
          description: labels.orderTypeHelp(type),
        }))}
        value={draft.orderType}
        onChange={(type) => onChange({ ...draft, orderType: type as DraftType })}
      />
      {draft.orderType === 'Market' ? (
        <Segments
          label={t('trade.entry.measure')}
          isLabelHidden
          options={[
            { value: 'quantity', label: t('trade.entry.byQuantity', { symbol: instrument.baseSymbol }) },
            { value: 'value', label: t('trade.entry.byValue', { symbol: instrument.quoteSymbol }) },
          ]}
          value={draft.measure}
          onChange={(measure) => onChange({ ...draft, measure })}
        />
      ) : null}
      {draft.orderType === 'OCO' ? (
        <>
          <p className="text-small text-ink-2">{t('trade.entry.pairHint')}</p>
          <Segments
            label={t('trade.entry.pairStop')}
            options={(['StopMarket', 'StopLimit'] as const).map((value) => ({
              value,
              label: t(`trade.pairStop.${value}`),
            }))}
            value={draft.pairStop}
            onChange={(pairStop) => onChange({ ...draft, pairStop })}
          />
        </>
      ) : null}
      {isStop(draft) ? (
        <Segments
          label={t('trade.entry.trigger')}
          options={triggers.map((value) => ({ value, label: t(`trade.trigger.${value}`) }))}
          value={draft.trigger}
          onChange={(trigger) => onChange({ ...draft, trigger })}
        />
      ) : null}
    </>
  );
}
