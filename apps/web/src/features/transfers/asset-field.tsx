import { AssetPicker } from '@salar/ui';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Holding } from '../../customer/holdings.ts';
import { buildAssetOptions } from '../../lib/amounts/asset-options.ts';
import { OwnAmount } from '../../lib/amounts/own-amount.tsx';
import { useProductName } from '../../lib/amounts/use-product-name.ts';

const listPlacesMax = 8;

export type AssetFieldProps = {
  readonly holdings: readonly Holding[];
  readonly value: number | null;
  readonly onChange: (productId: number) => void;
};

/** Selects the asset to deposit or withdraw, and shows its available balance. */
export function AssetField({ holdings, value, onChange }: AssetFieldProps) {
  const { t } = useTranslation();
  const getProductName = useProductName();
  const options = useMemo(
    () =>
      buildAssetOptions(
        holdings,
        (available) => <OwnAmount value={available} maxPlaces={listPlacesMax} isPlain />,
        getProductName,
      ),
    [holdings, getProductName],
  );
  return (
    <AssetPicker
      look="field"
      label={t('transfers.asset.label')}
      searchLabel={t('transfers.asset.search')}
      emptyText={t('transfers.asset.empty')}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}
