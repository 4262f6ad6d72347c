import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { templateTypesSeconds } from '../../cache-policy.ts';
import type { WireValue } from '@salar/client/lossless-json';
import { parseLossless } from '@salar/client/lossless-json';
import { WireRow } from '../../wire/wire-row.ts';

export type WithdrawTemplateRequest = {
  readonly productId: number;
  readonly providerId: number;
  readonly templateType: string;
};

/** A field of the receiver form: a choice of options, or free text. */
export type TemplateField = {
  readonly name: string;
  readonly options: readonly { readonly code: string; readonly name: string }[] | null;
  readonly initial: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawTemplate: build.query<TemplateField[], WithdrawTemplateRequest>({
      ...omsCall(
        'GetWithdrawTemplate',
        ({ productId, providerId, templateType }) => ({
          ProductId: productId,
          TemplateType: templateType,
          AccountProviderId: providerId,
        }),
        (answer) => readTemplate(new WireRow(answer).text('Template')),
      ),
      keepUnusedDataFor: templateTypesSeconds,
    }),
  }),
});

export const { useGetWithdrawTemplateQuery } = injected;

function readTemplate(template: string): TemplateField[] {
  return new WireRow(parseLossless(template)).entries().map(([name, value]) => {
    const options = readOptions(value);
    return { name, options, initial: options === null && typeof value === 'string' ? value : '' };
  });
}

/** Options arrive as a list, or as the JSON text of a list. */
function readOptions(value: WireValue): TemplateField['options'] {
  const list = typeof value === 'string' && value.startsWith('[') ? parseLossless(value) : value;
  if (!Array.isArray(list)) return null;
  return list.map((item) => {
    const row = new WireRow(item);
    return { code: row.text('Code'), name: row.text('Name') };
  });
}
