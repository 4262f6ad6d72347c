/** Opens a refill file: finds its network in the owner's settings, and compares its head with what its payload pays. */
import { formatAmount } from '@salar/protocol';
import type { ColdFamily, RefillDetails } from './cold-family.ts';
import type { ColdNetwork, ColdSettings } from './cold-settings.ts';
import { openFamily } from './families.ts';
import { formatRefillFile, parseRefillFile } from './refill-file.ts';
import type { RefillHead } from './refill-file.ts';
import { RefillInvalid } from './refill-invalid.ts';

export type OpenRefill = {
  readonly network: ColdNetwork;
  readonly family: ColdFamily;
  readonly payload: unknown;
  readonly details: RefillDetails;
};

/** @throws RefillInvalid */
export async function openRefill(
  text: string,
  settings: ColdSettings,
  clock: () => number = Date.now,
): Promise<OpenRefill> {
  const { format: _, payload, ...head } = parseRefillFile(text);
  const network = settings.networks.find(
    (candidate) => candidate.family === head.family && candidate.chainId === head.chainId,
  );
  if (network === undefined)
    throw new RefillInvalid(
      `your settings have no cold storage on the ${head.family} network ${head.chainId}`,
    );
  const family = openFamily(network, clock);
  const details = await family.read(payload);
  checkHead(head, toHead(network, details));
  return { network, family, payload, details };
}

/** Formats a refill whose head is computed from its payload. @throws RefillInvalid */
export async function formatRefill(
  network: ColdNetwork,
  payload: unknown,
  clock: () => number = Date.now,
): Promise<string> {
  return formatRefillFile(toHead(network, await openFamily(network, clock).read(payload)), payload);
}

function toHead({ family, name, chainId }: ColdNetwork, details: RefillDetails): RefillHead {
  const { amount, sender, receiver, fee } = details;
  return {
    family,
    network: name,
    chainId,
    product: amount.product,
    amount: formatAmount(amount.minor, amount.decimals),
    minorUnits: amount.minor.toString(),
    sender,
    receiver,
    fee: fee.minor.toString(),
  };
}

function checkHead(stated: RefillHead, computed: RefillHead): void {
  for (const field of Object.keys(computed) as (keyof RefillHead)[])
    if (stated[field] !== computed[field])
      throw new RefillInvalid(
        `the file is not what it states: its ${field} is ${JSON.stringify(stated[field])}, but what is signed has ${JSON.stringify(computed[field])}`,
      );
}
