import type { Chapter } from '../../chapter.ts';
import { getOmsVersion } from './get-oms-version.ts';
import { getOmss } from './get-omss.ts';
import { getEnums } from './get-enums.ts';
import { getInstruments } from './get-instruments.ts';
import { getInstrument } from './get-instrument.ts';
import { getProducts } from './get-products.ts';
import { getProduct } from './get-product.ts';
import { getProductAttributes } from './get-product-attributes.ts';
import { getInstrumentAttributes } from './get-instrument-attributes.ts';
import { getTreasuryProductsForAccount } from './get-treasury-products-for-account.ts';

export const instrumentsChapter: Chapter = {
  id: 'instruments',
  title: 'Instruments and products',
  about: 'The products that customers can own, the instruments they can trade, and their increments.',
  calls: [
    getOmsVersion,
    getOmss,
    getEnums,
    getInstruments,
    getInstrument,
    getProducts,
    getProduct,
    getProductAttributes,
    getInstrumentAttributes,
    getTreasuryProductsForAccount,
  ],
};
