/**
 * Payments from cold storage to the hot wallets. Operators prepare them and send what the owners of cold storage have signed
 * offline; only those owners decide, and the signer relays nothing that does not pay our own hot wallet.
 */
import type { ProductDefinition } from '@salar/engine';
import type { Minor } from '@salar/protocol';
import {
  findColdRefill,
  findOpenColdRefill,
  insertColdRefill,
  listColdRefills,
  moveColdRefill,
} from '@salar/store/tables/chains/cold-refills';
import type { ColdRefillRow } from '@salar/store/tables/chains/cold-refills';
import { ChainUnavailable } from '../../ports/chain-client.ts';
import type { ColdStorage, NewRefill } from '../../ports/cold-storage.ts';
import { TicketsNotReady } from '../../tickets/chain-access.ts';
import { refuseAct } from '../act.ts';
import type {
  ActContext,
  ActDetails,
  ActRefused,
  ChangeAct,
  Checked,
  OperatorAnswer,
  Params,
  ReadAct,
} from '../act.ts';
import {
  formatProductAmount,
  formatTime,
  readAmount,
  readProduct,
  spellProductAmount,
} from '../act-format.ts';

const rowsMax = 50;

export const listRefills: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const refills = await listColdRefills(context.database, rowsMax);
    return {
      ok: true,
      text: refills.length === 0 ? 'Nothing was paid back from cold storage.' : 'Refills, newest first.',
      rows: refills.map((refill) => ({
        refill: String(refill.refillId),
        status: refill.status,
        network: findNetworkName(context, refill),
        amount: formatProductAmount(context, refill.productId, refill.amount),
        prepared: formatTime(refill.createdAt),
      })),
    };
  },
};

export const prepareRefill: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const found = await readNewRefill(context, params);
    if (!found.ok) return found;
    const { network, product, amount, coldStorage } = found;
    const { productId } = product;
    return toChecked(`refill of ${network}`, {
      network,
      from: `${coldStorage.address} (cold storage)`,
      amount: formatProductAmount(context, productId, amount),
      'amount in words': spellProductAmount(context, productId, amount),
    });
  },
  async run(context, params) {
    const found = await readNewRefill(context, params);
    if (!found.ok) return found;
    const { chainId, product, amount, coldStorage, asset } = found;
    const { productId, symbol } = product;
    return whileReachable(async () => {
      const file = await coldStorage.prepare({ asset, product: symbol, amount });
      if (!file.ok) return refuseAct('not_possible', file.refusal);
      const prepared = file.value;
      const row = { chainId, productId, amount, prepared };
      const refillId = await insertColdRefill(context.database, row, context.clock());
      if (refillId === null) return refuseAct('not_possible', 'another refill of this network is open');
      return {
        ok: true,
        text: `Refill ${refillId} is prepared. Bring the file to the owners of cold storage.`,
        file: { name: `refill-${refillId}.txt`, base64: Buffer.from(prepared).toString('base64') },
      };
    });
  },
};

export const sendRefill: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const found = await readSigned(context, params);
    return found.ok
      ? toChecked(`refill ${found.refill.refillId}`, describeRefill(context, found.refill))
      : found;
  },
  async run(context, params) {
    const found = await readSigned(context, params);
    if (!found.ok) return found;
    const { refill, authorisation } = found;
    const { refillId } = refill;
    const change = { refillId, from: 'Prepared', to: 'Signed', authorisation } as const;
    if (!(await moveColdRefill(context.database, change, context.clock())))
      return refuseAct('not_possible', `refill ${refillId} was changed meanwhile: nothing was done`);
    return { ok: true, text: `Refill ${refillId} is sent with the next block.` };
  },
};

export const dropRefill: ChangeAct = {
  kind: 'change',
  async check(context, { refill: text = '', reason = '' }) {
    const found = await readPrepared(context, text);
    if (!found.ok) return found;
    return toChecked(`refill ${found.refill.refillId}`, { ...describeRefill(context, found.refill), reason });
  },
  async run(context, { refill: text = '' }) {
    const found = await readPrepared(context, text);
    if (!found.ok) return found;
    const { refillId } = found.refill;
    const change = { refillId, from: 'Prepared', to: 'Dropped' } as const;
    if (!(await moveColdRefill(context.database, change, context.clock())))
      return refuseAct('not_possible', `refill ${refillId} was changed meanwhile: nothing was done`);
    return { ok: true, text: `Refill ${refillId} is dropped. Have its owners destroy the file.` };
  },
};

type NewRefillFound = {
  readonly ok: true;
  readonly network: string;
  readonly chainId: number;
  readonly product: ProductDefinition;
  readonly amount: Minor;
  readonly asset: NewRefill['asset'];
  readonly coldStorage: ColdStorage;
};

async function readNewRefill(context: ActContext, params: Params): Promise<NewRefillFound | ActRefused> {
  const { network: name = '', product: symbol = '', amount: text = '' } = params;
  const network = context.networks.find((candidate) => candidate.name === name);
  if (network === undefined) return refuseAct('not_found', `there is no network ${name}`);
  const product = await readProduct(context, symbol);
  if (!product.ok) return product;
  const amount = readAmount(text, product.value);
  if (!amount.ok) return amount;
  const asset = network.assets.find(({ productId }) => productId === product.value.productId);
  if (asset === undefined) return refuseAct('not_possible', `${name} has no ${product.value.symbol}`);
  const { chainId } = network;
  const coldStorage = findColdStorage(context, chainId);
  if ('ok' in coldStorage) return coldStorage;
  const open = await findOpenColdRefill(context.database, chainId);
  if (open !== null)
    return refuseAct(
      'not_possible',
      `refill ${open.refillId} of ${name} is ${open.status}: end or drop it first`,
    );
  return {
    ok: true,
    network: name,
    chainId,
    product: product.value,
    amount: amount.value,
    asset,
    coldStorage,
  };
}

type SignedFound = { readonly ok: true; readonly refill: ColdRefillRow; readonly authorisation: string };

/** Checks a signed file against what was prepared: with it, the payment needs nothing more of anybody. */
async function readSigned(
  context: ActContext,
  { refill: text = '', file = '' }: Params,
): Promise<SignedFound | ActRefused> {
  const found = await readPrepared(context, text);
  if (!found.ok) return found;
  const { refill } = found;
  const coldStorage = findColdStorage(context, refill.chainId);
  if ('ok' in coldStorage) return coldStorage;
  return whileReachable(async () => {
    const authorised = await coldStorage.authorise(refill.prepared, file);
    if (!authorised.ok) return refuseAct('not_possible', authorised.refusal);
    return { ok: true, refill, authorisation: authorised.value };
  });
}

async function readPrepared(
  context: ActContext,
  text: string,
): Promise<{ readonly ok: true; readonly refill: ColdRefillRow } | ActRefused> {
  const refill = /^\d{1,15}$/.test(text) ? await findColdRefill(context.database, Number(text)) : null;
  if (refill === null) return refuseAct('not_found', `there is no refill ${text}`);
  if (refill.status !== 'Prepared')
    return refuseAct('not_possible', `refill ${refill.refillId} is ${refill.status}, no longer Prepared`);
  return { ok: true, refill };
}

function findColdStorage(context: ActContext, chainId: number): ColdStorage | ActRefused {
  try {
    const coldStorage = context.coldStorages().get(chainId);
    return coldStorage ?? refuseAct('not_possible', 'this network has no cold storage');
  } catch (error) {
    if (!(error instanceof TicketsNotReady)) throw error;
    return refuseAct('unavailable', error.message);
  }
}

async function whileReachable<T extends OperatorAnswer | SignedFound>(
  work: () => Promise<T | ActRefused>,
): Promise<T | ActRefused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return refuseAct('unavailable', error.message);
  }
}

function describeRefill(context: ActContext, refill: ColdRefillRow): ActDetails {
  const { productId, amount } = refill;
  return {
    network: findNetworkName(context, refill),
    amount: formatProductAmount(context, productId, amount),
    'amount in words': spellProductAmount(context, productId, amount),
    prepared: formatTime(refill.createdAt),
  };
}

function findNetworkName({ networks }: ActContext, { chainId }: ColdRefillRow): string {
  return networks.find((network) => network.chainId === chainId)?.name ?? `chain id ${chainId}`;
}

function toChecked(object: string, details: ActDetails): Checked {
  return { ok: true, object, details, needsTwo: false, value: null, owner: null };
}
