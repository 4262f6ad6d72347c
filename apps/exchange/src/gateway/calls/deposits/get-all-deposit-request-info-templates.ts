import { productId } from '@salar/protocol';
import { depositTemplateShape, id, required, shape } from '@salar/protocol/wire';
import { toDepositTemplateRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, list, nullable, object, text } = shape;

export const getAllDepositRequestInfoTemplates = sessionCall({
  name: 'GetAllDepositRequestInfoTemplates',
  permissions: ['Trading', 'Deposit'],
  input: { ProductId: required(id()) },
  output: object({
    Templates: list(
      object({ providerId: integer, providerName: text, depositTemplate: depositTemplateShape }),
    ),
    result: boolean,
    errormsg: nullable(text),
    statuscode: integer,
  }),
  rate: 'read',
  about: 'The fields that a deposit of a product requires, for each of its providers, the default first.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: {
      Templates: [
        {
          providerId: 2,
          providerName: 'USDT_LOCAL_ETHEREUM',
          depositTemplate: { Template: '{}', DepositWorkflow: 'CryptoWallet' },
        },
      ],
      result: true,
    },
  },
  run({ services }, { ProductId }) {
    const providers = services.transfers.deposits.listProviders(productId(ProductId));
    return Promise.resolve({
      Templates: providers.map((provider) => ({
        providerId: provider.providerId,
        providerName: provider.name,
        depositTemplate: toDepositTemplateRow(provider),
      })),
      result: true,
      errormsg: null,
      statuscode: 0,
    });
  },
});
