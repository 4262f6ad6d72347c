import type { Product } from '@salar/engine';
import {
  withAliases,
  booleanField,
  integerField,
  productShape,
  shape,
  textField,
} from '@salar/protocol/wire';
import { toProductRow } from '../../wire-rows/catalog-rows.ts';
import { publicCall } from './chapter-calls.ts';
import { attributeRows } from './get-product-attributes.ts';

export const getProducts = publicCall({
  name: 'GetProducts',
  omsId: 'required',
  input: {
    GetDisabled: booleanField(),
    Attribute: textField(64),
    AttributeValue: textField(256),
    Depth: withAliases(integerField(), 'Limit', 'Count'),
    StartIndex: integerField(),
  },
  output: shape.list(productShape),
  rate: 'read',
  about: 'Every product that can be owned.',
  example: { input: { OMSId: 1 }, output: [{ OMSId: 1, ProductId: 1, Product: 'BTC', DecimalPlaces: 8 }] },
  async run({ services }, { Attribute, AttributeValue, Depth, StartIndex = 0 }) {
    const isWanted = (product: Product) =>
      !Attribute ||
      attributeRows(services, product).some(
        (row) => row.KeyName === Attribute && row.KeyValue === AttributeValue,
      );
    const rows = await services.engine.read((view) =>
      view
        .products()
        .filter(isWanted)
        .map((product) => toProductRow(product, services, view)),
    );
    return rows.slice(StartIndex, Depth === undefined ? undefined : StartIndex + Depth);
  },
});
