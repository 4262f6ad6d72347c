import { productId } from '@salar/protocol';
import { id, required, templateTypesShape } from '@salar/protocol/wire';
import { toDepositTypeRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getDepositTemplateTypes = sessionCall({
  name: 'GetDepositTemplateTypes',
  permissions: ['Deposit'],
  input: { ProductId: required(id()) },
  output: templateTypesShape,
  rate: 'read',
  about:
    'The ways a product can be deposited, the default first; empty when there is none. MinimumAmount is the smallest deposit that is credited, Confirmations the number of blocks it waits for.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: {
      TemplateTypes: [{ AccountProviderId: 2, TemplateName: 'WSAccountProvider_Ethereum' }],
      result: true,
    },
  },
  async run({ services }, { ProductId }) {
    const providers = services.transfers.deposits.listProviders(productId(ProductId));
    return {
      TemplateTypes: await services.engine.read((view) =>
        providers.map((provider) => toDepositTypeRow(provider, view)),
      ),
      result: true,
      errormsg: null,
      statuscode: 0,
    };
  },
});
