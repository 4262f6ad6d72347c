import { InlineNotice, Select, Skeleton, focusFirstProblem, notify } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetWithdrawTemplateQuery } from '../../api/calls/transfers/get-withdraw-template.ts';
import { useBankCurrencies } from '../../customer/use-bank-currencies.ts';
import type { BankCurrency } from '../../customer/use-bank-currencies.ts';
import { buildBankInfoName } from '../../api/records/withdraw-info.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useProductName } from '../../lib/amounts/use-product-name.ts';
import type { CreateBankAccountDialogProps } from './create-bank-account-dialog.tsx';
import { TemplateFields } from './template-fields.tsx';
import { listDestinationFields, findMissingFields, toStoredFields } from './template-form.ts';
import type { ReceiverValues } from './template-form.ts';
import { useDestinationLabels } from './use-destination-labels.ts';
import { useFieldProblems } from './use-field-problems.ts';
import { DestinationDialog } from './destination-dialog.tsx';
import type { DestinationFormProps } from './destination-dialog.tsx';

/** The content of `CreateBankAccountDialog`. Each opening starts with an empty form. */
export function CreateBankAccountView(props: CreateBankAccountDialogProps) {
  const { t } = useTranslation();
  return (
    <DestinationDialog
      title={t('destinations.bank.title')}
      saveLabel={t('destinations.bank.save')}
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      {(form) => <BankAccountForm {...props} {...form} />}
    </DestinationDialog>
  );
}

type BankAccountFormProps = CreateBankAccountDialogProps & DestinationFormProps;

function BankAccountForm({ formId, saving, ...props }: BankAccountFormProps) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const labels = useDestinationLabels();
  const getProductName = useProductName();
  const { currencies, error } = useBankCurrencies();
  const form = useBankAccountForm(props, currencies);
  const problem = saving.problem ?? (error ? failureText(error) : null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isSaving) return;
    const account = form.finish();
    if (account === null) {
      focusFirstProblem(event.currentTarget);
      // A filled field with an error reports it itself.
      saving.setProblem(form.hasMissing ? () => t('destinations.fillRequired') : null);
      return;
    }
    const outcome = await saving.save({ accountId: props.accountId, ...account });
    if (outcome.kind === 'saved') {
      notify.success(props.successText ?? t('destinations.bank.createSuccess'));
      props.onCreated?.({
        infoId: outcome.infoId,
        productId: account.productId,
        providerId: account.providerId,
      });
      props.onClose();
      return;
    }
    const describe = () => {
      const reason = outcome.reason();
      return reason === null
        ? t('destinations.bank.createFailed')
        : t('destinations.bank.createFailedMsg', { error: reason });
    };
    saving.setProblem(describe);
    notify.error(describe());
  }

  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
      aria-busy={form.isLoading}
    >
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      {currencies ? (
        <Select
          label={t('destinations.bank.currency')}
          options={currencies.map(({ product }) => ({
            id: String(product.productId),
            label: product.symbol,
            description: getProductName(product),
          }))}
          value={form.currency ? String(form.currency.product.productId) : null}
          onChange={(id) => form.chooseCurrency(Number(id))}
          placeholder={t('destinations.bank.chooseCurrency')}
          isDisabled={props.productId !== undefined && props.productId !== null}
          error={form.isTried && form.currency === null ? t('errors.selectOption') : null}
          isRequired
        />
      ) : null}
      {form.currency && form.provider && form.currency.providers.length > 1 ? (
        <Select
          label={t('destinations.bank.system')}
          options={form.currency.providers.map(({ providerId, templateType, displayName }) => ({
            id: String(providerId),
            label: labels.way(templateType, displayName),
          }))}
          value={String(form.provider.providerId)}
          onChange={(id) => form.chooseProvider(Number(id))}
        />
      ) : null}
      {form.fields ? (
        <TemplateFields
          key={form.provider?.providerId}
          templateType={form.provider?.templateType ?? ''}
          fields={form.fields}
          values={form.values}
          onChange={form.fill}
          problems={form.problems}
          isTried={form.isTried}
        />
      ) : form.isLoading ? (
        <FieldsSkeleton />
      ) : null}
    </form>
  );
}

function FieldsSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('destinations.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-17 w-full rounded-md" />
      <Skeleton className="h-17 w-full rounded-md" />
      <Skeleton className="h-17 w-full rounded-md" />
    </div>
  );
}

/** The draft of a bank account: its currency, its rail, and the fields of that rail's template. */
function useBankAccountForm(
  preset: CreateBankAccountDialogProps,
  currencies: readonly BankCurrency[] | undefined,
) {
  const [productId, setProductId] = useState(preset.productId ?? null);
  const [providerId, setProviderId] = useState(preset.providerId ?? null);
  const [values, setValues] = useState<ReceiverValues>({});
  const [isTried, setIsTried] = useState(false);
  const currency = currencies?.find(({ product }) => product.productId === productId) ?? null;
  const provider =
    currency?.providers.find((candidate) => candidate.providerId === providerId) ??
    currency?.providers[0] ??
    null;
  const template = useGetWithdrawTemplateQuery(
    {
      productId: currency?.product.productId ?? 0,
      providerId: provider?.providerId ?? 0,
      templateType: provider?.templateType ?? '',
    },
    { skip: provider === null },
  );
  const fields = template.currentData ? listDestinationFields(template.currentData) : undefined;
  const problems = useFieldProblems(fields, values, provider?.templateType ?? '');

  function startOver() {
    setValues({});
    setIsTried(false);
  }

  return {
    currency,
    chooseCurrency: (id: number) => {
      setProductId(id);
      setProviderId(null);
      startOver();
    },
    provider,
    chooseProvider: (id: number) => {
      setProviderId(id);
      startOver();
    },
    fields,
    values,
    fill: (name: string, value: string) => setValues((current) => ({ ...current, [name]: value })),
    problems,
    isTried,
    /** True while a choice or a field is empty. */
    hasMissing:
      currency === null ||
      template.currentData === undefined ||
      findMissingFields(template.currentData, values).length > 0,
    isLoading: currencies === undefined || (provider !== null && fields === undefined),
    /** Returns the account to save, or null while a field is missing or invalid; then all of them show their errors. */
    finish: () => {
      setIsTried(true);
      if (!currency || !provider || !fields || !template.currentData) return null;
      if (findMissingFields(template.currentData, values).length > 0 || Object.keys(problems).length > 0)
        return null;
      const stored = toStoredFields(template.currentData, values);
      return {
        productId: currency.product.productId,
        providerId: provider.providerId,
        name: buildBankInfoName(stored['Number'] ?? '', Date.now()),
        identifier: JSON.stringify(stored),
      };
    },
  };
}
