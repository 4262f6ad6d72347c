import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readEachRow } from '../../wire/wire-row.ts';

/** Descriptive metadata of a product that trading does not need: `ProductIcon`, `ProductNetwork`. */
export type ProductAttribute = { readonly productId: number; readonly key: string; readonly value: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The attributes of every product. */
    getProductAttributes: build.query<ProductAttribute[], void>({
      ...omsCall(
        'GetProductAttributes',
        null,
        readEachRow((row) => ({
          productId: row.integer('ProductId'),
          key: row.text('KeyName'),
          value: row.text('KeyValue'),
        })),
      ),
      providesTags: [{ type: 'Product', id: 'attributes' }],
    }),
  }),
});

export const { useGetProductAttributesQuery } = injected;
