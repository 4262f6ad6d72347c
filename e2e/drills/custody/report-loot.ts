/** Compares everything that was signed for a compromised exchange with what the caps of the policy allow. */
import { formatAmount } from '@salar/protocol';
import { dayMs, findAsset, hourMs, nameNetwork, policy } from './drill-policy.ts';
import type { DrillCaps } from './drill-policy.ts';
import type { TakenPayment, TakenPayments } from './taken-payments.ts';

/** The drill fills every cap of the policy to the unit, so that less than a cap is as wrong as more. */
export function reportLoot(taken: TakenPayments): readonly boolean[] {
  console.log('\nthe most that it got within any hour and any day, and what the caps allow');
  const [first] = policy.caps;
  if (first === undefined) throw new Error('the policy has caps');
  return [
    ...policy.caps.flatMap((caps) => reportCaps(taken, caps, caps, false)),
    ...reportCaps(taken, first, first.passkey, true),
    ...policy.caps.map((caps) => reportNew(taken, caps)),
    ...policy.networks.map((network) => reportFees(taken, network)),
  ];
}

function reportCaps(
  taken: TakenPayments,
  asset: DrillCaps,
  { perHour, perDay, perCustomerDay }: Pick<DrillCaps, 'perHour' | 'perDay' | 'perCustomerDay'>,
  isBySignature: boolean,
): readonly boolean[] {
  const is = (payment: TakenPayment) => isOf(asset, payment) && payment.isBySignature === isBySignature;
  const perCustomer = taken
    .listCustomers()
    .map((customer) => taken.findMostPaid(dayMs, (payment) => is(payment) && payment.userId === customer));
  const most = perCustomer.reduce((larger, sum) => (sum > larger ? sum : larger), 0n);
  const lane = isBySignature ? ', signed with its own passkeys' : '';
  const { name, decimals, network } = findAsset(asset);
  const show = (period: string, got: bigint, cap: bigint) =>
    report(`${network}, ${name}${lane}, ${period}`, got, { cap, decimals, isFull: true });
  return [
    show('an hour', taken.findMostPaid(hourMs, is), perHour),
    show('a day', taken.findMostPaid(dayMs, is), perDay),
    show('a day, one customer', most, perCustomerDay),
  ];
}

function reportNew(taken: TakenPayments, caps: DrillCaps): boolean {
  const { name, decimals, network } = findAsset(caps);
  const got = taken.findMostPaid(
    dayMs,
    (payment) => isOf(caps, payment) && !payment.isBySignature && payment.isReceiverNew,
  );
  const most = { cap: caps.newReceivers.perDay, decimals, isFull: true };
  return report(`${network}, ${name}, a day, to new addresses`, got, most);
}

function reportFees(
  taken: TakenPayments,
  { family, chainId, paymentFees }: (typeof policy.networks)[number],
): boolean {
  const got = taken.findMostBurnt(hourMs, (payment) => payment.chainId === chainId);
  const most = {
    cap: paymentFees.perHour,
    decimals: { evm: 18, bitcoin: 8, tron: 6 }[family],
    isFull: false,
  };
  return report(`fees on ${nameNetwork(chainId)}, in its coin, an hour`, got, most);
}

function isOf({ chainId, productId }: DrillCaps, payment: TakenPayment): boolean {
  return payment.chainId === chainId && payment.productId === productId;
}

function report(
  what: string,
  got: bigint,
  { cap, decimals, isFull }: { readonly cap: bigint; readonly decimals: number; readonly isFull: boolean },
): boolean {
  const isRight = isFull ? got === cap : got > 0n && got <= cap;
  const amounts = `${formatAmount(got, decimals)} of ${formatAmount(cap, decimals)}`;
  console.log(`  ${isRight ? 'ok  ' : 'FAIL'} ${what}: ${amounts}`);
  return isRight;
}
