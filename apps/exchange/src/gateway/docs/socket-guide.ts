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

export function socketGuide(calls: readonly Call[], { publicUrl }: DocumentedSite): Markup {
  const { host, protocol } = new URL(publicUrl);
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/WSGateway`;
  const events = selectEvents(calls);
  return html`<section class="chapter" aria-labelledby="socket">
    ${heading(2, 'socket', 'Socket')}
    <p class="lead">
      Everything that HTTP does, and what happens while you look: prices, books, trades, your orders and
      balances.
    </p>
    ${paragraphs('Open `' + address + '` and send text frames. A frame holds four keys; the payload `o` is JSON text inside the JSON.')}
    ${code(
      html`${json(buildExampleFrame('request', 2, 'GetLevel1', '{"InstrumentId":1}'))}
      ${json(buildExampleFrame('reply', 2, 'GetLevel1', '{"InstrumentId":1,"BestBid":61500.5}'))}`,
      'a request and its answer',
    )}
    ${table(
      'Keys of a frame',
      ['Key', 'Holds'],
      [
        [prose('`m`'), '0 request, 1 answer, 3 event, 5 error. 2 and 4 are read as 0.'],
        [
          prose('`i`'),
          'Your number for the request. The answer carries it again; an event carries that of the request that subscribed.',
        ],
        [
          prose('`n`'),
          'The name of the call, in any case; the answer echoes it as you wrote it. Or the name of an event.',
        ],
        [prose('`o`'), 'The payload as JSON text. A plain object is read too.'],
      ],
    )}
    ${heading(3, 'socket-sign-in', 'Signing in')}
    ${paragraphs(
      'A socket begins anonymous, and market data needs no more. `AuthenticateUser` or `WebAuthenticateUser` signs it in, by password, by key, or with the `SessionToken` of a session to go on with; from then on the session is the socket’s, and what is asked right after the sign-in is asked in it. Closing the socket does not end the session, `LogOut` does. A session that ends elsewhere is told with `LogoutEvent`.',
    )}
    ${heading(3, 'socket-subscriptions', 'Subscribing')}
    ${paragraphs(
      'The answer to a subscription is the whole state of now, the events are its changes; nothing is lost or doubled between the two, and the answer always comes first. Asking again answers anew and takes the place of the first. Events never hold an empty list.',
    )}
    ${heading(3, 'socket-errors', 'Errors')}
    ${table(
      'Frames with m 5',
      ['o', 'Means'],
      [
        [prose('`Endpoint Not Found`'), 'There is no call of this name. Plain text, not JSON.'],
        ['Error 20, Not Authorized', 'The call needs a session and the socket has none.'],
        [
          prose('`TOO MANY REQUESTS`'),
          'Asked too often. A hundred of these in a row close the socket with 1008.',
        ],
        [
          'Error 101, Service Unavailable',
          'A part of the exchange is away or full; the detail says when to try again.',
        ],
      ],
    )}
    ${paragraphs('Refusals of the business are answers with `m` 1, as over HTTP. Text that is no frame is ignored.')}
    ${heading(3, 'socket-reconnect', 'Reconnecting')}
    <ol>
      ${[
        'Wait a little longer after each failure: half a second, one, two, up to thirty, with some chance in it.',
        'Sign in again, with `WebAuthenticateUser` and the session’s token or with the key.',
        'Subscribe again. The answers are the whole state, so nothing of before is needed; begin the book anew.',
        'Ask for what may have happened meanwhile: GetOpenOrders and GetTradesHistory.',
      ].map((text) => html`<li>${prose(text)}</li>`)}
    </ol>
    ${paragraphs('Send a ping or the call `Ping` when nothing came for half a minute; we close a peer that does not answer ours.')}
    ${heading(3, 'socket-limits', 'Bounds')}
    ${table(
      'Bounds of a socket',
      ['Of what', 'Bound'],
      [
        ['Frame', '64 KiB; a larger one closes with 1009.'],
        ['Subscriptions', `${subscriptionsMax} on one socket.`],
        ['Requests in flight', '256; then we read on when some are answered.'],
        [
          'A reader that is too slow',
          prose('Cut, so that others are not held up: `READER TOO SLOW`. Reconnect, and subscribe to less.'),
        ],
        ['Rate', 'That of HTTP, counted together.'],
        ['When we stop', 'What was asked is answered, then closed with 1001. Reconnect.'],
      ],
    )}
    ${heading(3, 'events', 'Events')}
    ${table(
      'Events',
      ['Event', 'Asked for by'],
      events.map(({ name, subscriptions }) => [
        html`<a href="#event-${name}">${name}</a>`,
        subscriptions.length === 0
          ? 'Nothing: every signed-in socket hears it.'
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
