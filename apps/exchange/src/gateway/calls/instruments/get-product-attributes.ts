import type { Product } from '@salar/engine';
import { productId } from '@salar/protocol';
import { attributeShape, id, shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';
import type { Services } from './chapter-calls.ts';

export const getProductAttributes = publicCall({
  name: 'GetProductAttributes',
  omsId: 'required',
  input: { ProductId: id() },
  output: shape.list(attributeShape),
  rate: 'read',
  about:
    'The icon of a product as `ProductIcon`, when it has one, and its networks as `ProductNetwork`; all products when ProductId is omitted.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: [
      {
        OMSId: 1,
        ProductId: 3,
        KeyName: 'ProductIcon',
        KeyValue: 'https://exchange.example/icons/products/usdt.svg',
      },
      { OMSId: 1, ProductId: 3, KeyName: 'ProductNetwork', KeyValue: 'Ethereum' },
    ],
  },
  async run({ services }, { ProductId }) {
    const products = await services.engine.read((view) =>
      ProductId === undefined
        ? view.products()
        : [view.product(productId(ProductId))].filter((one) => one !== undefined),
    );
    return products.flatMap((product) => attributeRows(services, product));
  },
});

/** Builds the rows of a product: its icon, then each network in the order of the product's providers. */
export function attributeRows(services: Services, product: Product) {
  const providers = [
    ...services.transfers.deposits.listProviders(product.productId),
    ...services.transfers.withdrawals.listProviders(product.productId),
  ];
  const networks = new Set(
    providers.filter(({ kind }) => kind === 'chain').map(({ displayName }) => displayName),
  );
  const toRow = (KeyName: string, KeyValue: string) => ({
    OMSId: 1,
    ProductId: product.productId,
    KeyName,
    KeyValue,
  });
  const iconUrl = services.market.productIcons.findUrl(product.symbol);
  return [
    ...(iconUrl === null ? [] : [toRow('ProductIcon', iconUrl)]),
    ...[...networks].map((network) => toRow('ProductNetwork', network)),
  ];
}
