import { brazilStates, parseBrazilForm, phonePrefixes } from '@salar/protocol/brazil';
import type { BrazilFormField, BrazilFormProblems, BrazilFormText } from '@salar/protocol/brazil';
import { Button, InlineNotice, Select, TextField, focusFirstProblem } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useValidateBrazilMutation } from './api/validate-brazil.ts';
import { cepMask, cpfMask } from './digit-mask.ts';
import { DigitsField } from './digits-field.tsx';
import { findDraft, emptyForm, forgetDraft, keepDraft } from './form-draft.ts';
import { useFormProblem } from './use-form-problem.ts';

export type BrazilFormProps = {
  readonly userId: number;
  readonly accountId: number;
  /** The last form that was sent; null the first time. */
  readonly sentBefore: BrazilFormText | null;
};

/** CPF, address and telephone of a customer in Brazil. The typed text stays until the server has accepted it. */
export function BrazilForm({ userId, accountId, sentBefore }: BrazilFormProps) {
  const { t } = useTranslation();
  const formProblem = useFormProblem();
  const [form, setForm] = useState(() => findDraft(userId) ?? sentBefore ?? emptyForm);
  const [problems, setProblems] = useState<BrazilFormProblems>({});
  const [validate, { isLoading, error }] = useValidateBrazilMutation();
  const countries = useCountryNames();

  function change(field: BrazilFormField, value: string) {
    const next = { ...form, [field]: value };
    setForm(next);
    keepDraft(userId, next);
    setProblems((known) => ({ ...known, [field]: undefined }));
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading) return;
    const element = event.currentTarget;
    const read = parseBrazilForm(form);
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok) {
      focusFirstProblem(element);
      return;
    }
    const answer = await validate({ userId, accountId, ...form });
    if (!answer.error) forgetDraft();
  }

  const toError = (field: BrazilFormField) => {
    const problem = problems[field];
    if (problem === undefined) return null;
    if (field === 'phoneNumber' && problem === 'characters_wrong') return t('errors.invalidPhone');
    if (problem !== 'length_wrong') return t(`brazil-form.problems.${problem}`);
    const counted = field === 'taxIdNumber' || field === 'zipCode' ? field : 'phoneNumber';
    return t(`brazil-form.lengths.${counted}`);
  };
  const field = (name: BrazilFormField) => ({
    label: t(`brazil-form.fields.${name}`),
    value: form[name],
    onChange: (value: string) => change(name, value),
    error: toError(name),
  });

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <DigitsField {...field('taxIdNumber')} mask={cpfMask} hint={t('brazil-form.hints.taxIdNumber')} />
      <TextField {...field('street')} isRequired autoComplete="street-address" maxLength={256} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...field('city')} isRequired autoComplete="address-level2" maxLength={256} />
        <DigitsField {...field('zipCode')} mask={cepMask} autoComplete="postal-code" />
      </div>
      <Select
        {...field('state')}
        value={form.state === '' ? null : form.state}
        options={brazilStates.map(({ code, name }) => ({ id: code, label: `${name} (${code})` }))}
        placeholder={t('brazil-form.choose')}
        isRequired
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          {...field('phonePrefix')}
          value={form.phonePrefix === '' ? null : form.phonePrefix}
          options={phonePrefixes.map(({ prefix, country }) => ({
            id: prefix,
            label: `${countries.of(country) ?? country} ${prefix}`,
          }))}
          placeholder={t('brazil-form.choose')}
          isRequired
        />
        <TextField
          {...field('phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={40}
          isRequired
        />
      </div>
      {error ? (
        <InlineNotice tone="error" isAnnounced>
          {formProblem(error)}
        </InlineNotice>
      ) : null}
      <Button
        type="submit"
        isLoading={isLoading}
        loadingText={t('brazil-form.sending')}
        className="sm:self-start"
      >
        {t('brazil-form.send')}
      </Button>
    </form>
  );
}

/** Names of countries in the customer's language. */
function useCountryNames(): Intl.DisplayNames {
  const { i18n } = useTranslation();
  return new Intl.DisplayNames([i18n.language], { type: 'region' });
}
