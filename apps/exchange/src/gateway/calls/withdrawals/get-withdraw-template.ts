import { productId } from '@salar/protocol';
import { id, required, shape, textField } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, nullable, object, text } = shape;

export const getWithdrawTemplate = sessionCall({
  name: 'GetWithdrawTemplate',
  permissions: ['Withdraw'],
  input: { ProductId: required(id()), TemplateType: textField(64), AccountProviderId: id() },
  output: object({ Template: text, result: boolean, errormsg: nullable(text), statuscode: integer }),
  rate: 'read',
  about:
    'The form of a withdrawal as JSON text: field name to null, a default, or a list of options. All but Comment are required.',
  example: {
    input: { OMSId: 1, ProductId: 3, TemplateType: 'ToExternalEthereumAddress', AccountProviderId: 2 },
    output: { Template: '{"ExternalAddress":"","Comment":""}', result: true, errormsg: null, statuscode: 0 },
  },
  run({ services }, { ProductId, TemplateType, AccountProviderId }) {
    const template = services.transfers.withdrawals.template({
      productId: productId(ProductId),
      ...(AccountProviderId !== undefined && { providerId: AccountProviderId }),
      ...(TemplateType && { templateType: TemplateType }),
    });
    return Promise.resolve(
      template
        ? { Template: JSON.stringify(template), result: true, errormsg: null, statuscode: 0 }
        : { Template: '{}', result: false, errormsg: 'Resource Not Found', statuscode: 104 },
    );
  },
});
