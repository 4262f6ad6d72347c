/** Actions of a person or a test on the local chains and sandboxes: use the faucet, mine, act as the reviewer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUserRowByLogin } from '@salar/store/tables/customers/users';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import { findNetwork } from './faucet-network.ts';
import type { FaucetNetwork } from './faucet-network.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { sendPage, wantsJson } from './send-page.ts';
import { assertNever } from '@salar/protocol';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { writePage } from './render-page.ts';
import type { Notice } from './render-page.ts';
import { reviewerPage } from './reviewer-page.ts';
import { readFields } from './request-body.ts';
import type { Fields } from './request-body.ts';

const blocksMax = 1_000;

type Done = { readonly ok: true; readonly text: string; readonly details?: object };
type Failed = { readonly ok: false; readonly status: 400 | 404 | 503; readonly text: string };

export function actionRoutes(app: FastifyInstance, options: LocalPagesOptions): void {
  const { networks } = options;
  app.get('/faucet', (request, reply) =>
    sendPage(reply, faucetPage(networks(), new URL(request.url, 'http://local').searchParams)),
  );
  app.post('/faucet', async (request, reply) => {
    const fields = readFields(request);
    return answer(request, reply, await faucet(fields, networks()), (notice) =>
      faucetPage(networks(), fields, notice),
    );
  });
  app.post('/mine', async (request, reply) => {
    const fields = readFields(request);
    return answer(request, reply, await mine(fields, networks()), (notice) =>
      faucetPage(networks(), fields, notice),
    );
  });
  app.post('/verification', async (request, reply) =>
    answer(request, reply, await verify(readFields(request), options), (notice) =>
      reviewerPage(options, notice),
    ),
  );
}

async function faucet(fields: Fields, networks: readonly FaucetNetwork[]): Promise<Done | Failed> {
  const network = findNetwork(networks, fields.get('network') ?? '');
  if (!network) return unknownNetwork(networks);
  const address = (fields.get('address') ?? '').trim();
  const product = (fields.get('product') ?? '').trim().toUpperCase();
  const amount = (fields.get('amount') ?? '').trim();
  const sent = await network.faucet({ address, product, amount });
  if (sent.ok)
    return { ok: true, text: `Sent ${amount} ${product} on ${network.name}.`, details: sent.value };
  switch (sent.refusal) {
    case 'product_unknown':
      return failed(`${network.name} has ${network.products.join(', ')}.`);
    case 'address_malformed':
      return failed('The address is not one of this network.');
    case 'amount_malformed':
      return failed('The amount is a positive decimal number with no more places than the product has.');
    case 'transfer_failed':
      return {
        ok: false,
        status: 503,
        text: 'The chain did not take the transfer. Try a smaller amount, or again in a moment.',
      };
    default:
      return assertNever(sent.refusal);
  }
}

async function mine(fields: Fields, networks: readonly FaucetNetwork[]): Promise<Done | Failed> {
  const network = findNetwork(networks, fields.get('network') ?? '');
  if (!network) return unknownNetwork(networks);
  const blocks = Number(fields.get('blocks') ?? '1');
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > blocksMax)
    return failed(`Blocks: a whole number from 1 to ${blocksMax}.`);
  await network.mine(blocks);
  return { ok: true, text: `Mined ${blocks} ${blocks === 1 ? 'block' : 'blocks'} on ${network.name}.` };
}

async function verify(fields: Fields, { database, identity }: LocalPagesOptions): Promise<Done | Failed> {
  const userName = fields.get('username') ?? '';
  const level = Number(fields.get('level') ?? '1');
  const user = await findUserRowByLogin(database, {
    userNameKey: toUserNameKey(userName),
    emailKey: toEmailKey(userName),
  });
  if (!user) return { ok: false, status: 404, text: 'There is no such customer.' };
  const approved = await identity.approve(user.userId, level);
  if (!approved.ok) return failed('Levels are 1 to 4.');
  return {
    ok: true,
    text: `${user.userName} is at level ${level}.`,
    details: { userId: user.userId, level },
  };
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Done | Failed,
  page: (notice: Notice) => string | Promise<string>,
): Promise<FastifyReply> {
  if (!outcome.ok) reply.code(outcome.status);
  if (!wantsJson(request))
    return sendPage(reply, await page({ kind: outcome.ok ? 'done' : 'failed', text: outcome.text }));
  const details = outcome.ok ? outcome.details : {};
  return reply
    .header('cache-control', 'no-store')
    .send({ result: outcome.ok, detail: outcome.text, ...details });
}

/** Renders the forms as they were filled in, or prefilled from a link of the app: a sent form can be sent again. */
function faucetPage(
  networks: readonly FaucetNetwork[],
  fields: { get(name: string): string | null | undefined },
  notice?: Notice,
): string {
  const filled = (name: string, otherwise = '') => fields.get(name) ?? otherwise;
  const choices = renderOptions(
    networks.map(({ name }) => name),
    findNetwork(networks, filled('network'))?.name,
  );
  const products = [...new Set(networks.flatMap((network) => network.products))];
  const body = html` <p class="lead">
      Real transactions on the local chains. The coins are worth nothing elsewhere.
    </p>
    <div class="grid two">
      <section class="card">
        <h2>Send coins</h2>
        <form method="post" action="/local/faucet">
          <label
            >Network<select name="network">
              ${choices}
            </select></label
          >
          <label
            >Product<select name="product">
              ${renderOptions(products, filled('product').toUpperCase())}
            </select></label
          >
          <label
            >Address<input
              class="mono"
              name="address"
              required
              autocomplete="off"
              spellcheck="false"
              placeholder="0x… or bcrt1…"
              value="${filled('address')}"
          /></label>
          <label
            >Amount<input
              name="amount"
              required
              inputmode="decimal"
              autocomplete="off"
              value="${filled('amount', '1')}"
          /></label>
          <div class="actions"><button>Send coins</button></div>
        </form>
      </section>
      <section class="card">
        <h2>Mine blocks</h2>
        <p class="hint">
          A block comes every two seconds by itself. Mine some to see confirmations arrive sooner.
        </p>
        <form method="post" action="/local/mine">
          <label
            >Network<select name="network">
              ${choices}
            </select></label
          >
          <label
            >Blocks<input
              name="blocks"
              type="number"
              min="1"
              max="${blocksMax}"
              value="${filled('blocks', '2')}"
              required
          /></label>
          <div class="actions"><button class="quiet">Mine</button></div>
        </form>
      </section>
    </div>`;
  return writePage({ title: 'Faucet', path: '/local/faucet', body, notice });
}

function renderOptions(names: readonly string[], chosen: string | undefined): Markup[] {
  return names.map((name) =>
    name === chosen ? html`<option selected>${name}</option>` : html`<option>${name}</option>`,
  );
}

function unknownNetwork(networks: readonly FaucetNetwork[]): Failed {
  return failed(`Networks are ${networks.map((network) => network.name).join(', ')}.`);
}

function failed(text: string): Failed {
  return { ok: false, status: 400, text };
}
