import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readProduct } from '../../records/product.ts';
import type { Product } from '../../records/product.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getProducts: build.query<Product[], void>({
      ...omsCall('GetProducts', null, readEachRow(readProduct)),
      providesTags: [{ type: 'Product', id: 'list' }],
    }),
  }),
});

export const { useGetProductsQuery } = injected;
