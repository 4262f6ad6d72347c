import { productId } from '@salar/protocol';
import { depositTemplateShape, id, required, shape } from '@salar/protocol/wire';
import { toDepositTemplateRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, nullable, object, optional, text } = shape;

export const getDepositRequestInfoTemplate = sessionCall({
  name: 'GetDepositRequestInfoTemplate',
  permissions: ['Trading', 'Deposit'],
  input: { ProductId: required(id()), AccountProviderId: id() },
  output: object({
    Template: optional(depositTemplateShape),
    result: boolean,
    errormsg: nullable(text),
    statuscode: integer,
  }),
  rate: 'read',
  about:
    'The fields that a deposit through one provider requires. A wallet network requires none: continue with GetDepositInfo.',
  example: {
    input: { OMSId: 1, ProductId: 3, AccountProviderId: 2 },
    output: {
      Template: { Template: '{}', UseGetDepositWorkflow: true, DepositWorkflow: 'CryptoWallet' },
      result: true,
    },
  },
  run({ services }, { ProductId, AccountProviderId }) {
    const providers = services.transfers.deposits.listProviders(productId(ProductId));
    const provider = providers.find(({ providerId }) => providerId === (AccountProviderId ?? providerId));
    if (!provider) return Promise.resolve({ result: false, errormsg: 'Resource Not Found', statuscode: 104 });
    return Promise.resolve({
      Template: toDepositTemplateRow(provider),
      result: true,
      errormsg: null,
      statuscode: 0,
    });
  },
});
