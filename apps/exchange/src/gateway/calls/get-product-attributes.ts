import type { Product } from '@salar/engine';
import { productId } from '@salar/protocol';
import { attributeShape, id, shape } from '@salar/protocol/wire/index';
import type { CustomerServices } from '@salar/services/customer-services';
import { publicCall } from '../call.ts';

export const getProductAttributes = publicCall({
  name: 'GetProductAttributes',
  omsId: 'required',
  input: { ProductId: id() },
  output: shape.list(attributeShape),
  rate: 'read',
  about: 'The networks a product moves on, as `ProductNetwork`; of all products without ProductId.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: [{ OMSId: 1, ProductId: 3, KeyName: 'ProductNetwork', KeyValue: 'Ethereum' }],
  },
  run({ services }, { ProductId }) {
    const { engine } = services.sequencer;
    const products =
      ProductId === undefined
        ? engine.products()
        : [engine.product(productId(ProductId))].filter((one) => one !== undefined);
    return Promise.resolve(products.flatMap((product) => attributeRows(services, product)));
  },
});

/** One row for each network of a product, in the order of its providers. */
export function attributeRows(services: CustomerServices, product: Product) {
  const providers = [
    ...services.deposits.providersOf(product.productId),
    ...services.withdrawals.providersOf(product.productId),
  ];
  const networks = new Set(
    providers.filter(({ kind }) => kind === 'chain').map(({ displayName }) => displayName),
  );
  return [...networks].map((network) => ({
    OMSId: 1,
    ProductId: product.productId,
    KeyName: 'ProductNetwork',
    KeyValue: network,
  }));
}
