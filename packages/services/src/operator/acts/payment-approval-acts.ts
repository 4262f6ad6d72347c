/**
 * Approvals of payments above the signer's automatic caps. Each approver signs the payment's text on their own machine, with
 * a key that the exchange does not have. The signer has the public keys; the exchange only carries the signatures.
 */
import { formatPaymentText } from '@salar/approvals/payment-text';
import { readSignatureFile } from '@salar/approvals/verify-signature';
import { listPaymentApprovals, storePaymentApproval } from '@salar/store/tables/tickets/payment-approvals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ApprovalRefusal } from '../../ports/chain-signer.ts';
import { toChainId } from '../../tickets/networks.ts';
import { toTicketTerms } from '../../withdrawals/withdrawal-steps.ts';
import { findProduct, findProvider, readWithdrawal } from '../act-format.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params, ReadAct } from '../act.ts';
import type { Operator } from '../operator-registry.ts';
import { checkedWithdrawal } from './withdrawal-acts.ts';

/** A payment is approved while an operator decides about it, or before it is made. */
const approvableStates: readonly string[] = ['AdminProcessing', 'Accepted'];

const refusalTexts: Readonly<Record<ApprovalRefusal, string>> = {
  request_malformed: 'the signer cannot read this approval',
  mac_key_unknown: 'the signer does not have the key with which this ticket was made',
  mac_invalid: 'the signer does not recognise this ticket',
  product_without_approvals: 'the signer’s policy has no approved payments of this product',
  approver_unknown: 'you are not an approver in the signer’s policy, under the name of your operator account',
  signature_invalid:
    'the signature is not of your key over the text of this payment: write the text again and sign that file',
  signature_outdated:
    'you signed a text of a former version, which does not name the installation: write the text again and sign that file',
};

export const readPaymentText: ReadAct = {
  kind: 'read',
  object: ({ ticket = '' }) => `withdrawal ${ticket}`,
  async read(context, { ticket = '' }) {
    const found = await readApprovable(context, ticket);
    if (!found.ok) return found;
    const terms = buildTerms(context, found.value);
    const { installation } = context;
    const product = findProduct(context, found.value.productId);
    const text = formatPaymentText({ terms, product, installation });
    if (!text.ok) return refuseAct('not_possible', 'the terms of this payment cannot be written as a text');
    const approvals = await listPaymentApprovals(context.database, found.value.ticketId);
    return {
      ok: true,
      text: `The text of the payment of withdrawal ${found.value.ticketId}. Read it before you sign it.`,
      facts: { 'approved by': approvals.map(({ approver }) => approver).join(', ') || 'no one yet' },
      file: {
        name: `payment-${found.value.ticketId}.txt`,
        base64: Buffer.from(text.value).toString('base64'),
      },
    };
  },
};

export const approvePayment: ChangeAct = {
  kind: 'change',
  async check(context, params, operator) {
    const found = await readApprovable(context, params['ticket'] ?? '');
    if (!found.ok) return found;
    const required = await verify(context, found.value, params, operator);
    if (typeof required !== 'number') return required;
    const checked = await checkedWithdrawal(context, found.value);
    return {
      ...checked,
      details: { ...checked.details, approver: operator.name, 'approvals it needs': String(required) },
    };
  },
  async run(context, { ticket = '', signature = '' }, { operator }) {
    const found = await readApprovable(context, ticket);
    if (!found.ok) return found;
    const { ticketId } = found.value;
    await storePaymentApproval(context.database, {
      ticketId,
      approver: operator,
      signature: readSignatureFile(signature),
      at: context.clock(),
    });
    const approvals = await listPaymentApprovals(context.database, ticketId);
    const names = approvals.map(({ approver }) => approver).join(', ');
    return { ok: true, text: `The payment of withdrawal ${ticketId} is approved by ${names}.` };
  },
};

/** Has the signer verify the signature: it alone has the approvers' keys. */
async function verify(
  context: ActContext,
  row: WithdrawalRow,
  { signature = '' }: Params,
  { name }: Operator,
): Promise<number | ActRefused> {
  const verified = await context.approvals().verifyApproval({
    ticket: buildTerms(context, row),
    mac: row.mac.toString('hex'),
    approval: { approver: name, signature: readSignatureFile(signature) },
  });
  return verified.ok ? verified.value.required : refuseAct('not_possible', refusalTexts[verified.refusal]);
}

function buildTerms(context: ActContext, row: WithdrawalRow) {
  return toTicketTerms(context, row, toChainId(findProvider(context, row.providerId)));
}

async function readApprovable(
  context: ActContext,
  ticket: string,
): Promise<{ readonly ok: true; readonly value: WithdrawalRow } | ActRefused> {
  const found = await readWithdrawal(context, ticket);
  if (!found.ok) return found;
  const { ticketId, status, providerId } = found.value;
  if (findProvider(context, providerId).kind !== 'chain')
    return refuseAct('not_possible', `withdrawal ${ticketId} is paid by bank: the signer does not pay it`);
  if (!approvableStates.includes(status))
    return refuseAct(
      'not_possible',
      `withdrawal ${ticketId} is ${status}: its payment is approved before it is made`,
    );
  return found;
}
