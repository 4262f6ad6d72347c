import { productId } from '@salar/protocol';
import { id, required, templateTypesShape } from '@salar/protocol/wire';
import { toWithdrawTypeRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getWithdrawFormTemplateTypes = sessionCall({
  name: 'GetWithdrawFormTemplateTypes',
  aliases: ['GetWithdrawTemplateTypes'],
  permissions: ['Withdraw'],
  input: { ProductId: required(id()) },
  output: templateTypesShape,
  rate: 'read',
  about:
    'The ways a product can be withdrawn, the default first; empty when there is none. MinimumAmount is the smallest withdrawal.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: {
      TemplateTypes: [{ AccountProviderId: 2, TemplateName: 'ToExternalEthereumAddress' }],
      result: true,
    },
  },
  async run({ services }, { ProductId }) {
    const providers = services.transfers.withdrawals.listProviders(productId(ProductId));
    return {
      TemplateTypes: await services.engine.read((view) =>
        providers.map((provider) => toWithdrawTypeRow(provider, view)),
      ),
      result: true,
      errormsg: null,
      statuscode: 0,
    };
  },
});
