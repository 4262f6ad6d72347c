import { AmountField, formatPercentage } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Segments } from '../../lib/segments.tsx';
import { toleranceMax, toleranceMin, tolerancePresets, toleranceRules } from './use-tolerance.ts';
import type { Tolerance, ToleranceChoice } from './use-tolerance.ts';

/** Chooses how far from the quoted price the swap may trade. */
export function ToleranceChoice({ tolerance }: { readonly tolerance: Tolerance }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <Segments<ToleranceChoice>
        label={t('swap.tolerance.label')}
        isLabelHidden
        value={tolerance.choice}
        onChange={tolerance.choose}
        options={[
          ...tolerancePresets.map((value) => ({
            value,
            label: formatPercentage(value),
          })),
          { value: 'own', label: t('swap.tolerance.own') },
        ]}
      />
      {tolerance.choice === 'own' ? (
        <AmountField
          label={t('swap.tolerance.ownLabel')}
          look="compact"
          unit={toleranceRules.unit}
          value={tolerance.own}
          onChange={tolerance.typeOwn}
          placesMax={toleranceRules.placesMax}
          error={
            tolerance.problem === 'tooLarge'
              ? t('errors.maxValue', { max: formatPercentage(toleranceMax) })
              : tolerance.problem === 'tooSmall'
                ? t('errors.minValue', { min: formatPercentage(toleranceMin) })
                : null
          }
        />
      ) : null}
    </div>
  );
}
