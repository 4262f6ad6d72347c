/** `/local`: what runs on this laptop, which parts are real, and which replace an external party. */
import type { FastifyInstance } from 'fastify';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { sendPage } from './send-page.ts';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { writePage } from './render-page.ts';

export function hubRoutes(app: FastifyInstance, options: LocalPagesOptions): void {
  app.get('/', (_request, reply) => sendPage(reply, hubPage(options)));
  app.get('/status', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      profile: 'local',
      autoReview: options.autoReview,
      simulatedCustomers: options.simulatedCustomers?.() ?? null,
      networks: options.networks().map(({ name, chainId, rpcUrl, contracts, products }) => ({
        name,
        chainId,
        rpcUrl,
        contracts,
        products,
      })),
    }),
  );
}

function hubPage(options: LocalPagesOptions): string {
  const body = html` <p class="lead">
      Salar runs on this machine with real parts wherever a laptop can hold them. What stands in for an
      outside party is named here.
    </p>
    ${renderPaths(options)}
    <hr class="horizon" />
    ${renderTools(options)} ${renderParts(options)} ${renderNetworks(options)}`;
  return writePage({ title: 'Start here', path: '/local', body });
}

/** Renders the first steps of a demo customer and of a new one. */
function renderPaths({ demoLogin, autoReview, hasRealMail }: LocalPagesOptions): Markup {
  return html`<div class="grid two">
    <section class="card">
      <h2>Your first swap</h2>
      <p>A demo customer at level 1 has balances in every product.</p>
      <dl>
        <dt>Username</dt>
        <dd><code>${demoLogin.userName}</code></dd>
        <dt>Password</dt>
        <dd><code>${demoLogin.password}</code></dd>
      </dl>
      <ol class="path">
        ${step('/signin', 'Sign in', 'With the name and the password above.')}
        ${step('/swap', 'Swap', 'Choose what you pay and what you receive, enter an amount, review it and confirm.')}
        ${step('/dashboard', 'See it in the history', 'Open the row of what you received: balance, order and status are there.')}
        ${step('/trade', 'Trade', 'The same market with its book, its chart and orders that wait.')}
      </ol>
    </section>
    <section class="card">
      <h2>Or begin as a newcomer</h2>
      <ol class="path">
        ${step('/signup', 'Create an account', 'Any address will do.')}
        ${
          hasRealMail
            ? step('/signin', 'Confirm your address', 'Open the link in the mail, then sign in.')
            : step(
                '/local/mailbox',
                'Confirm your address',
                'The mail is in the mailbox here: open its link, then sign in.',
              )
        }
        ${step('/settings/verification', 'Verify your identity', autoReview ? 'With invented papers; they are approved after about three seconds.' : 'With invented papers; you decide about them as the reviewer.')}
        ${step('/ramping/deposit', 'Deposit', 'Choose an asset and copy your address.')}
        ${step('/local/faucet', 'Send coins to it', 'The faucet pays, and the balance follows within seconds.')}
        ${step('/swap', 'Swap', 'Your own coins, at the market.')}
        ${step('/ramping/withdraw', 'Withdraw', 'To any address; the link in the mail confirms it.')}
      </ol>
    </section>
  </div>`;
}

/** Renders the entries to the other local pages. */
function renderTools({ autoReview, hasRealMail }: LocalPagesOptions): Markup {
  return html`<div class="grid two">
    <section class="card">
      <h2>Mailbox</h2>
      <p>
        ${hasRealMail ? 'Mail goes out by your SMTP server.' : 'Every mail of this exchange lands here, confirmations included.'}
      </p>
      <p><a class="button quiet" href="/local/mailbox">Open the mailbox</a></p>
    </section>
    <section class="card">
      <h2>Faucet</h2>
      <p>Sends coins on the local chains to any address, and mines blocks.</p>
      <p><a class="button quiet" href="/local/faucet">Open the faucet</a></p>
    </section>
    <section class="card">
      <h2>Reviewer</h2>
      <p>
        ${autoReview ? 'Applications are approved by themselves after about three seconds.' : 'Applications wait for you to decide.'}
      </p>
      <p><a class="button quiet" href="/local/reviewer">Open the reviewer</a></p>
    </section>
    <section class="card">
      <h2>Programs</h2>
      <p>Every call of the API, with forms that try it on this exchange.</p>
      <p><a class="button quiet" href="/docs">Open the documents</a></p>
    </section>
  </div>`;
}

/** Renders which parts are real, and which replace an external party. */
function renderParts({ simulatedCustomers, hasRealMail, avenia }: LocalPagesOptions): Markup {
  const simulated = simulatedCustomers?.() ?? null;
  return html`<div class="grid two stack">
    <section class="card">
      <h2>Real</h2>
      <ul class="plain">
        ${entry('real', 'PostgreSQL', 'The journal, every balance and every history entry; committed to disk before any answer.')}
        ${entry('real', 'The exchange', 'Engine, order books, ledger, gateway and signer: what production runs.')}
        ${entry('real', 'EVM nodes', 'Two anvil nodes run real blocks and real contracts; a deposit or withdrawal is a real transaction on them.')}
        ${entry('real', 'Bitcoin node', 'A regtest network with its own miner: real blocks, scripts and fees, read as any Bitcoin Core node would be.')}
        ${entry('real', 'SMTP', hasRealMail ? 'Mail goes out by your SMTP server.' : 'Mail travels by SMTP to a listener on this machine.')}
      </ul>
    </section>
    <section class="card">
      <h2>Stand-ins</h2>
      <ul class="plain">
        ${hasRealMail ? null : entry('standin', 'Mail providers', 'The mailbox here receives for every address.')}
        ${entry('standin', 'Identity provider', 'A widget and a reviewer on this machine instead of a company that checks documents.')}
        ${avenia ? entry('standin', 'Avenia', 'A server on this machine that speaks the protocol of the company that checks customers in Brazil; its form is a page here.') : null}
        ${entry('standin', 'Public chains', 'The chains are private to this machine; their coins are worth nothing elsewhere.')}
        ${simulated === null ? null : entry('standin', 'Simulated customers', simulatedText(simulated))}
        ${entry('standin', 'Market prices', 'A seeded random walk instead of other exchanges’ prices; the house quotes around it with its own funds.')}
      </ul>
    </section>
  </div>`;
}

/** Renders the local chains. */
function renderNetworks({ networks }: LocalPagesOptions): Markup {
  return html`<section class="stack">
    <h2>Networks</h2>
    <div class="grid two">
      ${networks().map(
        (network) =>
          html`<div class="card">
            <h3 class="hint">${network.name}</h3>
            <dl>
              <dt>Chain id</dt>
              <dd>${network.chainId}</dd>
              <dt>Node</dt>
              <dd><code>${network.rpcUrl}</code></dd>
              ${Object.entries(network.contracts).map(
                ([symbol, address]) =>
                  html`<dt>${symbol}</dt>
                    <dd><code>${address}</code></dd>`,
              )}
            </dl>
          </div>`,
      )}
    </div>
  </section>`;
}

function simulatedText({
  names,
  since,
  orders,
  trades,
}: NonNullable<ReturnType<NonNullable<LocalPagesOptions['simulatedCustomers']>>>): string {
  const minutes = Math.max(1, (Date.now() - since) / 60_000);
  const perMinute = (count: number) => (count / minutes).toFixed(0);
  return (
    `${names.join(', ')} trade by the ordinary API, with accounts and money of their own, so that the markets move. ` +
    `In all markets together: ${perMinute(orders)} of their orders and ${perMinute(trades)} trades a minute. ` +
    'SALAR_SIMULATED_CUSTOMERS=off switches them off; production never has them.'
  );
}

function step(path: string, name: string, text: string): Markup {
  return html`<li><a href="${path}">${name}</a><span class="hint">${text}</span></li>`;
}

function entry(kind: 'real' | 'standin', name: string, text: string): Markup {
  return html`<li>
    <p>
      <span class="pill ${kind}">${kind === 'real' ? 'real' : 'stand-in'}</span> <strong>${name}</strong
      ><br /><span class="hint">${text}</span>
    </p>
  </li>`;
}
