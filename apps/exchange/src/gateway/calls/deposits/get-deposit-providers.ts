import { productId } from '@salar/protocol';
import { id, required, shape, templateTypeShape } from '@salar/protocol/wire';
import { toDepositTypeRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getDepositProviders = sessionCall({
  name: 'GetDepositProviders',
  permissions: ['Deposit'],
  input: { ProductId: required(id()) },
  output: shape.list(templateTypeShape),
  rate: 'read',
  about: 'The ways a product can be deposited, as in GetDepositTemplateTypes, as a bare list.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: [{ AccountProviderId: 2, TemplateName: 'WSAccountProvider_Ethereum' }],
  },
  async run({ services }, { ProductId }) {
    const providers = services.transfers.deposits.listProviders(productId(ProductId));
    return services.engine.read((view) => providers.map((provider) => toDepositTypeRow(provider, view)));
  },
});
