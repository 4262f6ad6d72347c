/** The socket: frames, sign-in, subscriptions and their events, what ends it and how to go on. */
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import type { Call } from '../call.ts';
import { subscriptionsMax } from '../socket/subscriptions.ts';
import type { SocketEvent } from '../socket/socket-events.ts';
import { selectEvents, buildExampleFrame } from './asyncapi.ts';
import { code, heading, json, prose, table } from './html-blocks.ts';
import type { DocumentedSite } from './openapi.ts';
import { renderAnswerFields } from './answer-fields.ts';
import { completeExample } from './examples.ts';

const paragraphs = (...texts: readonly string[]) => texts.map((text) => html`<p>${prose(text)}</p>`);

export function renderSocketGuide(calls: readonly Call[], { publicUrl }: DocumentedSite): Markup {
  const { host, protocol } = new URL(publicUrl);
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/WSGateway`;
  const events = selectEvents(calls);
  return html`<section class="chapter" aria-labelledby="socket">
    ${heading(2, 'socket', 'Socket')}
    <p class="lead">
      All calls of HTTP, and live events: prices, order books, trades, your orders and balances.
    </p>
    ${paragraphs('Open `' + address + '` and send text frames. A frame has four keys; the payload `o` is JSON text inside the JSON.')}
    ${code(
      html`${json(buildExampleFrame('request', 2, 'GetLevel1', '{"InstrumentId":1}'))}
      ${json(buildExampleFrame('reply', 2, 'GetLevel1', '{"InstrumentId":1,"BestBid":61500.5}'))}`,
      'a request and its answer',
    )}
    ${table(
      'Keys of a frame',
      ['Key', 'Content'],
      [
        [prose('`m`'), '0 request, 1 answer, 3 event, 5 error. 2 and 4 are read as 0.'],
        [
          prose('`i`'),
          'Your number for the request. The answer returns it; an event has the number of the request that subscribed.',
        ],
        [
          prose('`n`'),
          'The name of the call, case-insensitive; the answer echoes your spelling. Or the name of an event.',
        ],
        [prose('`o`'), 'The payload as JSON text. A plain object is accepted, too.'],
      ],
    )}
    ${heading(3, 'socket-sign-in', 'Signing in')}
    ${paragraphs(
      'A socket starts anonymous, which is enough for market data. `AuthenticateUser` or `WebAuthenticateUser` signs it in, by password, by key, or with the `SessionToken` of a session to resume. From then on the session belongs to the socket, and requests sent right after the sign-in already run in it. Closing the socket does not end the session, `LogOut` does. A session that ends elsewhere is reported by a `LogoutEvent`.',
    )}
    ${heading(3, 'socket-subscriptions', 'Subscribing')}
    ${paragraphs(
      'The answer to a subscription is the complete current state, and the events are its changes; nothing is lost or duplicated between the two, and the answer always comes first. Subscribing again returns a new state and replaces the first subscription. Events never contain an empty list.',
    )}
    ${heading(3, 'socket-errors', 'Errors')}
    ${table(
      'Frames with m 5',
      ['o', 'Meaning'],
      [
        [prose('`Endpoint Not Found`'), 'Unknown call. Plain text, not JSON.'],
        ['Error 20, Not Authorized', 'The call needs a session and the socket has none.'],
        [
          prose('`TOO MANY REQUESTS`'),
          'Above the rate limit. A hundred of these in a row close the socket with 1008.',
        ],
        [
          'Error 101, Service Unavailable',
          'A component of the exchange is unavailable or full; the detail says when to retry.',
        ],
      ],
    )}
    ${paragraphs('Business refusals are answers with `m` 1, as over HTTP. Text that is not a frame is ignored.')}
    ${heading(3, 'socket-reconnect', 'Reconnecting')}
    <ol>
      ${[
        'Back off after each failure: half a second, one, two, up to thirty, with jitter.',
        'Sign in again, with `WebAuthenticateUser` and the session’s token or with the key.',
        'Subscribe again. The answers are the complete state, so discard the old state and rebuild the order book.',
        'Fetch what may have happened meanwhile: GetOpenOrders and GetTradesHistory.',
      ].map((text) => html`<li>${prose(text)}</li>`)}
    </ol>
    ${paragraphs('Send a ping or the call `Ping` when nothing arrived for half a minute; we close a peer that does not answer ours.')}
    ${heading(3, 'socket-limits', 'Limits')}
    ${table(
      'Limits of a socket',
      ['Subject', 'Limit'],
      [
        ['Frame', '64 KiB; a larger one closes with 1009.'],
        ['Subscriptions', `${subscriptionsMax} on one socket.`],
        ['Requests in flight', '256; further requests are read when some are answered.'],
        [
          'Slow reader',
          prose(
            'Closed with `READER TOO SLOW`, so that it does not delay others. Reconnect, and subscribe to less.',
          ),
        ],
        ['Rate', 'As over HTTP, counted together.'],
        ['When we stop', 'Requests in flight are answered, then the socket is closed with 1001. Reconnect.'],
      ],
    )}
    ${heading(3, 'events', 'Events')}
    ${table(
      'Events',
      ['Event', 'Subscription'],
      events.map(({ name, subscriptions }) => [
        html`<a href="#event-${name}">${name}</a>`,
        subscriptions.length === 0
          ? 'None: every signed-in socket receives it.'
          : html`${subscriptions.map((call, place) => html`${place > 0 ? ', ' : ''}<a href="#${call}">${call}</a>`)}`,
      ]),
    )}
    ${events.map(eventSection)}
  </section>`;
}

function eventSection({ name, when, schema, example }: SocketEvent): Markup {
  return html`<article class="event" aria-labelledby="event-${name}">
    ${heading(4, `event-${name}`, name)}
    <p>${prose(when)}</p>
    ${renderAnswerFields(schema)}
    <details>
      <summary>Example</summary>
      ${code(json(completeExample(schema, example)), `payload of ${name}`)}
    </details>
  </article>`;
}
