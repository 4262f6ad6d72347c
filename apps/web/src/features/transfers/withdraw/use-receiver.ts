import { useState } from 'react';
import { useGetWithdrawTicketsQuery } from '../../../api/calls/transfers/get-withdraw-tickets.ts';
import { useSavedDestinations } from '../../../customer/use-saved-destinations.ts';
import { isTextRecord, useDraft } from '../../../lib/use-draft.ts';
import { useHandOver } from '../../../lib/navigation/use-handed-over.ts';
import { isPlausible } from '../../../parts/destinations/address-shape.ts';
import { buildDestinationKey } from '../../../parts/destinations/destination-key.ts';
import {
  addressField,
  listFormFields,
  commentField,
  fillForm,
  isOptional,
  findMissingFields,
  getValue,
  filterVisibleFields,
} from '../../../parts/destinations/template-form.ts';
import type { ReceiverValues } from '../../../parts/destinations/template-form.ts';
import { useFieldProblems } from '../../../parts/destinations/use-field-problems.ts';
import { filterDestinations, toReceiverValues } from './saved-destinations.ts';
import type { WithdrawOptions } from './use-withdraw-options.ts';
import { openTicketsMax } from './tickets/use-withdrawals.ts';

export type ReceiverSubject = {
  readonly accountId: number | null;
  readonly productId: number;
  readonly options: WithdrawOptions;
};

const nothingTyped: ReceiverValues = {};

/** The receiver of a withdrawal: a saved destination or the filled form, and whether money was sent there before. */
export function useReceiver({ accountId, productId, options }: ReceiverSubject) {
  const { provider, template } = options;
  const [typed, setTyped] = useDraft<ReceiverValues>(
    `withdraw.${productId}.receiver`,
    nothingTyped,
    isTextRecord,
    { toStored: pickWalletValues, handOver: useHandOver('productId') },
  );
  const [savedId, setSavedId] = useState<string | null>(null);
  const infos = useSavedDestinations(accountId);
  const saved =
    infos.data && provider && template ? filterDestinations(infos.data, productId, provider, template) : [];
  const chosen = saved.find(({ infoId }) => infoId === savedId) ?? null;
  const values: ReceiverValues = chosen
    ? { ...toReceiverValues(chosen), [commentField]: typed[commentField] ?? '' }
    : typed;

  const fields = template ? listFormFields(template) : undefined;
  const problems = useFieldProblems(fields, values, provider?.templateType ?? '');
  const address = (values[addressField] ?? '').trim();
  const isAddressPlausible = address === '' || provider === null || isPlausible(address, provider);
  const isComplete = template !== undefined && findMissingFields(template, values).length === 0;
  const key = isComplete && provider ? buildDestinationKey(provider.templateType, values) : null;
  const isKnown = useIsKnownDestination({ accountId, productId, key });

  return {
    saved,
    chosen,
    /** Null: another destination, to be filled in. */
    choose: setSavedId,
    values,
    fill: (name: string, value: string) => setTyped((current) => ({ ...current, [name]: value })),
    /** Every field of the template, whether filled in or saved. */
    allFields: fields,
    /** The fields still to be filled: for a saved destination only the comment. */
    fields: chosen ? fields?.filter(isOptional) : fields,
    /** The fields that identify the destination, with their values. */
    lines: filterVisibleFields(fields ?? [])
      .filter((field) => !isOptional(field))
      .map((field) => ({ field, value: getValue(field, values) })),
    problems,
    address,
    isComplete,
    isPlausible: isAddressPlausible && Object.keys(problems).length === 0,
    /** None of the known withdrawals was sent there. */
    isNew: key !== null && isAddressPlausible && isKnown === false,
    /** The filled template, ready to be sent; null while no template is loaded. */
    toForm: (amount: string) =>
      template && provider
        ? fillForm(template, values, { templateType: provider.templateType, amount })
        : null,
    /** Other fields have other meanings: text typed for one method is not carried over to another. */
    clear: () => {
      setTyped(nothingTyped);
      setSavedId(null);
    },
  };
}

export type Receiver = ReturnType<typeof useReceiver>;

/** Whether one of the newest withdrawals was sent there; null while unknown. */
function useIsKnownDestination(subject: {
  readonly accountId: number | null;
  readonly productId: number;
  readonly key: string | null;
}): boolean | null {
  const { accountId, productId, key } = subject;
  const { data } = useGetWithdrawTicketsQuery(
    { accountId: accountId ?? 0, startIndex: 0, limit: openTicketsMax },
    { skip: accountId === null },
  );
  if (data === undefined || key === null) return null;
  return data.some(
    (ticket) =>
      ticket.productId === productId &&
      buildDestinationKey(ticket.form['TemplateType'] ?? '', ticket.form) === key,
  );
}

/** Keeps a wallet's address across a reload. Bank fields name people and their documents, and are not stored. */
function pickWalletValues(values: ReceiverValues): ReceiverValues {
  const address = values[addressField];
  const comment = values[commentField];
  return {
    ...(address !== undefined && { [addressField]: address }),
    ...(comment !== undefined && { [commentField]: comment }),
  };
}
