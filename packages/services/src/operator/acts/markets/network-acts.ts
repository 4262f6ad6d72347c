/** Halts deposits or withdrawals on a network or a bank rail by one operator, and resumes them by two. */
import type { ProviderHalt } from '@salar/engine';
import { listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { TicketProvider } from '../../../tickets/networks.ts';
import { cancelableStates } from '../../../withdrawals/transitions.ts';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActDetails, ActRefused, ChangeAct, Params, ReadAct } from '../../act.ts';

type Direction = keyof ProviderHalt;
const directions: Readonly<Record<string, readonly Direction[]>> = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals'],
  both: ['deposits', 'withdrawals'],
};
const countedMax = 1000;

export const listNetworks: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const halts = await context.ledger.read((view) =>
      context.providers.map(({ providerId }) => view.providerHalt(providerId)),
    );
    const rows = context.providers.map((provider, index) => ({
      provider: provider.name,
      network: findNetworkName(context, provider),
      deposits: halts[index]?.deposits === true ? 'halted' : 'open',
      withdrawals: halts[index]?.withdrawals === true ? 'halted' : 'open',
    }));
    return { ok: true, text: `${rows.length} products on networks and bank rails.`, rows };
  },
};

export const haltNetwork = createHaltAct(true);
export const resumeNetwork = createHaltAct(false);

function createHaltAct(isHalted: boolean): ChangeAct {
  const word = isHalted ? 'halted' : 'open';
  return {
    kind: 'change',
    async check(context, params) {
      const read = readNetwork(context, params);
      if (!read.ok) return read;
      const { providers, wanted } = read;
      const halts = await readHalts(context, providers);
      if (halts.every((halt) => wanted.every((direction) => halt[direction] === isHalted)))
        return refuseAct(
          'not_possible',
          `${params['direction']} of ${params['network']} are ${word} already`,
        );
      const names = providers.map(({ name }) => name).join(', ');
      return {
        ok: true,
        object: providers.length === 1 ? `provider ${names}` : `network ${params['network']}`,
        details: {
          providers: names,
          ...Object.fromEntries(wanted.map((direction) => [direction, word])),
          ...(isHalted ? describeConsequences(wanted) : {}),
          undo: `network ${isHalted ? 'resume' : 'halt'} ${params['network']} --direction ${params['direction']}`,
          reason: params['reason'] ?? '',
        },
        effects: wanted.includes('withdrawals') ? await countWaiting(context, providers, isHalted) : {},
        needsTwo: !isHalted, // security rule A2: one operator may halt, two may resume
        value: null,
        owner: null,
      };
    },
    async run(context, params) {
      const read = readNetwork(context, params);
      if (!read.ok) return read;
      const { providers, wanted } = read;
      const halts = await readHalts(context, providers);
      const change = Object.fromEntries(wanted.map((direction) => [direction, isHalted]));
      for (const [index, { providerId, name }] of providers.entries()) {
        const { deposits = false, withdrawals = false } = { ...halts[index], ...change };
        const command = { type: 'SetProviderHalt', providerId, deposits, withdrawals } as const;
        const outcome = await context.ledger.submit(command);
        if (!outcome.ok)
          return refuseAct('not_possible', `the ledger refused it for ${name}: ${outcome.refusal}`);
      }
      const names = providers.map(({ name }) => name).join(', ');
      return { ok: true, text: `${wanted.join(' and ')} of ${names} are ${word}.` };
    },
  };
}

type ReadNetwork = {
  readonly ok: true;
  readonly providers: readonly TicketProvider[];
  readonly wanted: readonly Direction[];
};

/** Reads the name of a network, with all its products, or that of one provider; and the directions. */
function readNetwork(
  context: ActContext,
  { network = '', direction = '' }: Params,
): ReadNetwork | ActRefused {
  const wanted = Object.hasOwn(directions, direction) ? directions[direction] : undefined;
  if (wanted === undefined)
    return refuseAct(
      'params_wrong',
      `there is no direction ${direction}: ${Object.keys(directions).join(', ')}`,
    );
  const providers = context.providers.filter(
    (provider) =>
      provider.name === network.toUpperCase() || findNetworkName(context, provider) === network.toLowerCase(),
  );
  if (providers.length > 0) return { ok: true, providers, wanted };
  const known = [...context.networks.map(({ name }) => name), ...context.providers.map(({ name }) => name)];
  return refuseAct('not_found', `there is no network or provider ${network}: ${known.join(', ')}`);
}

/** @returns an empty text for a bank rail */
function findNetworkName({ networks }: ActContext, provider: TicketProvider): string {
  if (provider.kind === 'bank') return '';
  return networks.find(({ chainId }) => chainId === provider.chainId)?.name ?? '';
}

function readHalts(
  { ledger }: ActContext,
  providers: readonly TicketProvider[],
): Promise<readonly ProviderHalt[]> {
  return ledger.read((view) => providers.map(({ providerId }) => view.providerHalt(providerId)));
}

function describeConsequences(wanted: readonly Direction[]): ActDetails {
  return {
    ...(wanted.includes('deposits')
      ? { 'deposits that arrive': 'wait, and are credited once they are resumed; no address is given' }
      : {}),
    ...(wanted.includes('withdrawals')
      ? { 'withdrawals that have begun': 'continue, because their payments may have been sent' }
      : {}),
  };
}

async function countWaiting(
  { database }: ActContext,
  providers: readonly TicketProvider[],
  isHalted: boolean,
): Promise<ActDetails> {
  const providerIds = providers.map(({ providerId }) => providerId);
  const rows = await listOpenWithdrawals(database, {
    statuses: cancelableStates, // their payments have not begun
    providerIds,
    limit: countedMax,
  });
  const count = rows.length === countedMax ? `${countedMax} or more` : String(rows.length);
  return { 'open withdrawals': `${count} ${isHalted ? 'wait' : 'go on'}` };
}
