/** Creates the first operators of an exchange from their founding document. */
import { readFounding, verifyFounding } from '@salar/approvals/founding';
import type { FoundingDocument, FoundingRefusal } from '@salar/approvals/founding';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { readSignatureFile } from '@salar/approvals/verify-signature';
import type { Result } from '@salar/protocol';
import { refuseAct } from '../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params } from '../act.ts';
import { readTexts } from '../operator-request.ts';
import { isOperatorRole } from '../permissions.ts';
import type { OperatorRole } from '../permissions.ts';

/** The fewest founders, and the fewest admins among them: none of them can act as two, and two can replace what one has lost. */
const foundersMin = 3;

type FirstOperator = { readonly name: string; readonly role: OperatorRole; readonly publicKey: string };

const refusalTexts: Readonly<Record<FoundingRefusal, string>> = {
  document_malformed: 'this is not a founding document: operator founding-text writes one',
  too_few_founders: `the document names fewer than ${foundersMin} operators`,
  founder_twice: 'the document names an operator twice',
  key_twice: 'two operators of the document have the same key',
  signature_missing: 'not every operator of the document has signed it',
  signature_invalid: 'a signature is not by the key in the document',
};

export const foundExchange: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readFounders(context, params);
    if (!read.ok) return read;
    const operators = read.founders.map(
      ({ name, role, publicKey }) => [`operator ${name}`, `${role} ${publicKey}`] as const,
    );
    return {
      ok: true,
      object: 'operators',
      details: { installation: context.installation, ...Object.fromEntries(operators) },
      evidence: { document: params['document'] ?? '', signatures: params['signature'] ?? '' },
      needsTwo: false,
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readFounders(context, params);
    if (!read.ok) return read;
    await context.operators.addFirst(read.founders);
    return { ok: true, text: `The first operators are ${read.founders.map(({ name }) => name).join(', ')}.` };
  },
};

async function readFounders(
  { operators, installation }: ActContext,
  { document: text = '', signature = '' }: Params,
): Promise<{ ok: true; founders: readonly FirstOperator[] } | ActRefused> {
  if (!(await operators.isEmpty()))
    return refuseAct('not_possible', 'this exchange has operators: operator add creates another one');
  const document = readFounding(text);
  if (document !== null && document.installation !== installation)
    return refuseAct(
      'wrong_installation',
      `the document is for ${document.installation}, and this exchange is ${installation}`,
    );
  const verified = await verifyFoundingDocument(text, signature);
  if (!verified.ok) return refuseAct('params_wrong', refusalTexts[verified.refusal]);
  return toFirstOperators(verified.value);
}

/**
 * Verifies a founding document.
 *
 * @param signatures  JSON: signatures by founder
 */
export async function verifyFoundingDocument(
  text: string,
  signatures: string,
): Promise<Result<FoundingDocument, FoundingRefusal>> {
  const byName = Object.entries(readTexts(signatures) ?? {});
  const read = new Map(byName.map(([name, signature]) => [name, readSignatureFile(signature)]));
  return verifyFounding(text, read, foundersMin);
}

function toFirstOperators({
  founders,
}: FoundingDocument): { ok: true; founders: readonly FirstOperator[] } | ActRefused {
  const operators: FirstOperator[] = [];
  for (const { name, role, key } of founders) {
    if (!isOperatorRole(role)) return refuseAct('params_wrong', `there is no role ${role}`);
    if (key.kind === 'webauthn')
      return refuseAct(
        'params_wrong',
        `the key of ${name} is a passkey, with which no command can be signed`,
      );
    operators.push({ name, role, publicKey: formatSigningKey(key) });
  }
  if (operators.filter(({ role }) => role === 'admin').length < foundersMin)
    return refuseAct('params_wrong', `at least ${foundersMin} of the first operators are admins`);
  return { ok: true, founders: operators };
}
