/** Finds what a policy leaves open that an operator of a production signer would close. */
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';

/** The time in which people can notice an amendment and drop it. */
const delayHoursMin = 48;
const passkeyAgeHoursMin = 24;

/** Returns a sentence for each weakness. @param isSealed  whether the policy is changed by amendments only */
export function findWeaknesses({ approvals, caps, passkeys }: SignerPolicy, isSealed: boolean): string[] {
  const found: string[] = [];
  if (!isSealed)
    found.push(
      'the policy is not sealed: any user who may write its file changes every cap (docs/signer.md)',
    );
  const delay = approvals?.amendments?.delayHours;
  if (delay !== undefined && delay < delayHoursMin)
    found.push(`an amendment of the policy takes effect after ${delay} hours, less than ${delayHoursMin}`);
  if (approvals === null)
    found.push('the policy has no approvers: no payment above the automatic caps is ever signed');
  for (const { chainId, productId, perCustomerDay, newReceivers } of caps) {
    const asset = `network ${chainId}, product ${productId}`;
    if (perCustomerDay === undefined) found.push(`there is no cap for one customer (${asset})`);
    if (newReceivers === undefined) found.push(`there is no cap for new receivers together (${asset})`);
  }
  if (passkeys !== null && passkeys.ageHours < passkeyAgeHoursMin)
    found.push(`a passkey counts after ${passkeys.ageHours} hours, less than ${passkeyAgeHoursMin}`);
  return found;
}
