/** Receivers of money: an address of a provider's network, or a bank form of its rail. */
import { accept, assert, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { readRailForm, railTemplates } from '@salar/protocol/bank-rails';
import type { Queryable } from '@salar/store';
import { findAddresses } from '@salar/store/tables/chains/deposit-addresses';
import { isChangeAddress } from '@salar/store/tables/chains/bitcoin-outputs';
import type { ChainAccess } from '../tickets/chain-access.ts';
import type { BankProvider, ChainProvider } from '../tickets/networks.ts';
import { parseFormText } from './form-text.ts';
import type { FormFields } from './form-text.ts';

export type AddressRefusal = 'destination_malformed' | 'destination_refused';
export type FormProblem = 'field_missing' | 'field_malformed';
/** `field` is the form's first wrong field. */
export type ReadBankForm =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: FormProblem; readonly field: string };

/**
 * Reads the address of a receiver.
 *
 * @returns its canonical spelling; `destination_malformed` when it is not an address of the network; `destination_refused`
 *   when it is a burn address, a token contract, or one of our own on any network
 */
export async function readAddress(
  text: string,
  provider: ChainProvider,
  { database, chainAccess }: { readonly database: Queryable; readonly chainAccess: ChainAccess },
): Promise<Result<string, AddressRefusal>> {
  const { schemes, networks, houseAddresses } = chainAccess;
  const scheme = schemes.get(provider.chainId);
  assert(scheme !== undefined, `the network of provider ${provider.providerId} is open`);
  const address = scheme.parse(text.trim());
  if (address === null) return refuse('destination_malformed');
  const isContract = networks.some(({ assets }) =>
    assets.some(({ contract }) => contract !== null && scheme.parse(contract) === address),
  );
  if (scheme.isBurn(address) || isContract || houseAddresses.has(address))
    return refuse('destination_refused');
  const ours = await findAddresses(database, scheme.family, [address]);
  const isChange = scheme.family === 'bitcoin' && (await isChangeAddress(database, address));
  return ours.length > 0 || isChange ? refuse('destination_refused') : accept(address);
}

/** Reads the fields of a bank rail. @returns their canonical JSON text, or the first wrong field */
export function readBankForm(fields: FormFields, provider: BankProvider): ReadBankForm {
  const read = readRailForm(railTemplates[provider.rail], fields);
  if (read.ok) return accept(read.value.canonical);
  const [problem] = read.problems;
  assert(problem !== undefined, 'a refused form has a problem');
  const refusal = problem.refusal === 'required' ? 'field_missing' : 'field_malformed';
  return { ok: false, refusal, field: problem.field };
}

/**
 * Reads a bank account that does not name its rail: the rail with the most similar form reads it.
 *
 * @param text  a JSON object of the rail's fields
 */
export function readBankAccount(
  text: string,
  providers: readonly BankProvider[],
):
  | { readonly ok: true; readonly value: { readonly provider: BankProvider; readonly identifier: string } }
  | { readonly ok: false; readonly refusal: 'network_unknown' | 'identifier_malformed' }
  | Extract<ReadBankForm, { ok: false }> {
  const fields = parseFormText(text);
  if (fields === null) return refuse('identifier_malformed');
  const named = providers.find(({ withdrawTemplate }) => withdrawTemplate === fields['TemplateType']);
  const provider = named ?? findMostSimilar(fields, providers);
  if (provider === undefined) return refuse('network_unknown');
  const read = readBankForm(fields, provider);
  return read.ok ? accept({ provider, identifier: read.value }) : read;
}

function findMostSimilar(fields: FormFields, providers: readonly BankProvider[]): BankProvider | undefined {
  const computeSimilarity = ({ rail }: BankProvider) =>
    railTemplates[rail].fields.reduce((sum, { name }) => sum + (Object.hasOwn(fields, name) ? 1 : -1), 0);
  return providers.toSorted((left, right) => computeSimilarity(right) - computeSimilarity(left))[0];
}
