import { productId } from '@salar/protocol';
import { id, productShape, required } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toProductRow } from '../../wire-rows/catalog-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const getProduct = publicCall({
  name: 'GetProduct',
  omsId: 'required',
  input: { ProductId: required(id()) },
  output: productShape,
  rate: 'read',
  about: 'Returns one product by id.',
  example: { input: { OMSId: 1, ProductId: 1 }, output: { OMSId: 1, ProductId: 1, Product: 'BTC' } },
  async run({ services }, { ProductId }) {
    const row = await services.engine.read((view) => {
      const product = view.product(productId(ProductId));
      return product === undefined ? null : toProductRow(product, services, view);
    });
    return row ?? refuseCall('notFound');
  },
});
