/** The guide: what applies to every call. */
import { errors } from '@salar/protocol/wire/errors';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import type { RateClass } from '../call.ts';
import { code, heading, json, paragraphs, prose, table } from './html-blocks.ts';
import { formatBucket, rateLimitsByProfile, rateNames } from './access-and-rates.ts';
import type { DocumentedSite } from './openapi.ts';
import { enumerations, formatValues } from './schemas.ts';

export function requestsAndAnswers(): Markup {
  return html`<section class="chapter" aria-labelledby="requests">
    ${heading(2, 'requests', 'Requests and answers')}
    ${paragraphs(
      'A call is a path under `/AP/`. Send its fields as a JSON body by POST or as a query by GET; both mean the same. Lists and objects in a query are their JSON text. Names of calls and fields are case-insensitive, unknown fields are ignored, and there are no redirects.',
    )}
    ${heading(3, 'numbers', 'Numbers')}
    ${paragraphs(
      'Amounts, prices and quantities are exact decimals with up to 18 places. In requests they may be JSON numbers or text; text is safe in every language, because many read JSON numbers as binary fractions. In answers they are JSON numbers in plain notation, so read them with a decimal type where digits count. Input is never rounded: a price between two increments is refused.',
    )}
    ${heading(3, 'enumerations', 'Enumerations')}
    ${paragraphs('Answers contain names, rows of market data contain numbers, requests may contain either: `"Side": "Buy"`, `"Side": 0` and `"Side": "0"` are the same.')}
    ${table(
      'Enumerations',
      ['Field', 'Values'],
      Object.entries(enumerations).map(([name, values]) => [
        html`<code>${name}</code>`,
        formatValues(values),
      ]),
    )}
    ${heading(3, 'time', 'Time')}
    ${table(
      'Time formats',
      ['Format', 'Where', 'Example'],
      [
        ['Milliseconds since 1970, UTC', 'Most fields named Time, and rows', prose('`1793000000123`')],
        ['The same as text', 'TimeStamp of Level 1', prose('`"1793000000123"`')],
        ['Ticks of 100 ns since the year 1', 'Fields named Ticks or Tick', prose('`639285968001230000`')],
        ['ISO 8601, UTC', 'Tickets and users', prose('`"2026-10-26T07:33:20.123Z"`')],
      ],
    )}
    ${paragraphs('Filters such as `StartTimeStamp` accept seconds, milliseconds or ticks, distinguished by their size. Days begin and end at midnight UTC.')}
    ${heading(3, 'paging', 'Paging')}
    ${paragraphs(
      '`StartIndex` counts from the newest row and `Limit` (also `Depth` or `Count`) is the maximum number. Lists are newest first; candles, last trades and GetDeposits are oldest first.',
    )}
    ${heading(3, 'errors', 'Errors')}
    ${paragraphs('A business refusal has status 200 and the generic answer. `errormsg` is one of a fixed set of texts; `detail` has more:')}
    ${code(json({ result: false, errormsg: 'Invalid Request', errorcode: 100, detail: 'InstrumentId is Required' }), 'a refusal')}
    ${table(
      'Error numbers',
      ['errorcode', 'errormsg', 'Meaning'],
      Object.values(errors)
        .toSorted((a, b) => a.errorcode - b.errorcode)
        .map(({ errorcode, errormsg }) => [String(errorcode), errormsg, errorMeanings[errorcode] ?? '']),
    )}
    ${table(
      'Status codes',
      ['Status', 'Text', 'Meaning'],
      [
        [
          '400',
          'BAD REQUEST',
          'Malformed HTTP. For an unknown order, GetOrderStatus returns 400 and error 104.',
        ],
        [
          '401',
          'NOT AUTHORIZED',
          'No credential, or one that is wrong, expired, or used from another address.',
        ],
        ['404', 'NOT FOUND', 'Unknown call.'],
        [
          '409',
          'IDEMPOTENCY KEY REUSED',
          'The key was used for another request. REQUEST IN PROGRESS: the first one is still running.',
        ],
        ['413', 'REQUEST TOO LARGE', 'A body above 64 KiB.'],
        ['429', 'TOO MANY REQUESTS', prose('Wait for `Retry-After` seconds.')],
        [
          '503',
          'SERVICE UNAVAILABLE',
          prose(
            'A component of the exchange is unavailable or full; nothing was done. Wait for `Retry-After` seconds.',
          ),
        ],
      ],
    )}
    ${paragraphs('Objects of others and objects that do not exist have the same answer. Orders have their reject reason in `errormsg`: `Not_Enough_Funds`, `Invalid_Price_Increment`, `No_Market` and others.')}
  </section>`;
}

const errorMeanings: Readonly<Record<number, string>> = {
  20: 'Not yours, not found, or not allowed by the permissions of the key.',
  100: 'A field is missing or malformed; the detail names it.',
  101: 'Understood, and refused; the detail says why.',
  102: 'Server error. The detail is a number to report to us.',
  104: 'No such order, ticket or instrument.',
  106: 'A call of the family that is not offered here.',
  107: 'Always returned by SendOrderList, although it is complete.',
};

export function rateLimits({ profile }: DocumentedSite): Markup {
  const limits = rateLimitsByProfile[profile];
  return html`<section class="chapter" aria-labelledby="rates">
    ${heading(2, 'rates', 'Rate limits')}
    ${paragraphs(
      'Every call belongs to a class with two buckets: one for your network address, one for you. All your keys share a bucket of their own. HTTP and socket share the buckets. A list counts once per request in it.',
    )}
    ${table(
      'Rate classes',
      ['Class', 'Per address', 'Per user, and per user for all keys'],
      (Object.keys(limits) as RateClass[]).map((rate) => [
        rateNames[rate],
        formatBucket(limits[rate].address),
        formatBucket(limits[rate].user),
      ]),
    )}
    ${paragraphs(
      'Answers report the status of your bucket in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds until it is full again). Above the limit the answer is 429 `TOO MANY REQUESTS` with `Retry-After`; on a socket a frame with `m` 5, and after a hundred in a row it is closed.',
    )}
  </section>`;
}

export function idempotency(): Markup {
  return html`<section class="chapter" aria-labelledby="idempotency">
    ${heading(2, 'idempotency', 'Idempotency')}
    <p class="lead">When an answer is lost, send the request again: it takes effect once.</p>
    ${paragraphs(
      'Send a client-generated key, such as a UUID, as the header `Idempotency-Key`, one for each operation. Repeating a request with the same key returns the first answer, even after a restart of the exchange. With a different request the answer is 409 `IDEMPOTENCY KEY REUSED`; while the first one is running, 409 `REQUEST IN PROGRESS` with `Retry-After`. Calls that accept it are marked below.',
      'Orders support two keys: the header, and your own number as `ClientOrderId`. The same number with the same content is the same order.',
    )}
    ${code(
      `curl -s "$HOST/AP/SendOrder" -H "aptoken: $TOKEN" \\
  -H "Idempotency-Key: 5b0d8f5e-9a6c-4c0e-9f3a-2f6f1f0c7d11" \\
  -d '{"InstrumentId": 1, "Side": "Buy", "OrderType": "Limit", "Quantity": "0.001", "LimitPrice": "20000"}'`,
      'an order that may be sent twice',
    )}
  </section>`;
}

export function libraries({ publicUrl }: DocumentedSite): Markup {
  const { host, protocol } = new URL(publicUrl);
  const socketUrl = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/WSGateway`;
  return html`<section class="chapter" aria-labelledby="libraries">
    ${heading(2, 'libraries', 'Libraries')} ${heading(3, 'typescript', 'TypeScript')}
    ${paragraphs('`@salar/client` is typed from the same declarations as this page, keeps every digit, signs requests, and reconnects its socket automatically.')}
    ${code(
      `import { WebSocket } from 'ws';  // browsers have their own
import { createClient } from '@salar/client';

const client = createClient({
  url: '${publicUrl}',
  credentials: { apiKey: process.env.API_KEY, secret: process.env.API_SECRET },
  WebSocket,  // only needed where there is no global WebSocket
});

const answer = await client.call.SendOrder({
  InstrumentId: 1,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'GTC',
  Quantity: '0.001',
  LimitPrice: '20000',
});
const stop = client.live.level1('BTCUSDT', (quote) => console.log(quote.BestBid, quote.BestOffer));`,
      'an order and live prices in TypeScript',
    )}
    ${heading(3, 'ccxt', 'ccxt')}
    ${paragraphs('The class `ndax` of ccxt works with this API; only the address changes.')}
    ${code(
      `import ccxt from 'ccxt';

const exchange = new ccxt.ndax({
  apiKey: process.env.API_KEY,
  secret: process.env.API_SECRET,
  uid: '17',
  login: 'maria',
  password: process.env.PASSWORD,
});
exchange.urls.api = { public: '${publicUrl}/AP', private: '${publicUrl}/AP', ws: '${socketUrl}' };

console.log(await exchange.fetchOrderBook('BTC/USDT'));
console.log(await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 20000));`,
      'ccxt at this exchange',
    )}
  </section>`;
}

export function questions({ profile }: DocumentedSite): Markup {
  const entries: readonly (readonly [string, string])[] = [
    [
      'Why do I get NOT AUTHORIZED with my token?',
      'A session ends after an hour without use, with a new password, a changed second factor, or signing out. Programs should sign their requests.',
    ],
    [
      'Is an order final once it is answered?',
      'Yes. Nothing is answered before it is on disk. If you got no answer, check GetOrderStatus with your ClientOrderId, or send the order again with the same key.',
    ],
    [
      'How do I maintain an order book?',
      'SubscribeLevel2 returns the whole order book as rows; then each row of an event sets the quantity at its price, and an ActionType of 2 removes the price. After a reconnection start over with the new answer.',
    ],
    [
      'Which prices does a candle have?',
      'First, highest, lowest and last trade of the interval. An interval without trades repeats the last price.',
    ],
    [
      'Why is my withdrawal waiting?',
      'It waits for the link in the mail, then for the delay of a new destination or an operator above your threshold. Its ticket shows which.',
    ],
    ...(profile === 'local'
      ? ([
          [
            'Where do mails of a local exchange go?',
            'To `/local/mailbox`. `/local` has the other tools: a faucet, a reviewer, chains.',
          ],
        ] as const)
      : []),
  ];
  return html`<section class="chapter" aria-labelledby="questions">
    ${heading(2, 'questions', 'Questions and glossary')}
    ${entries.map(
      ([question, answer]) =>
        html`<details>
          <summary>${question}</summary>
          <p>${prose(answer)}</p>
        </details>`,
    )}
    ${heading(3, 'glossary', 'Glossary')}
    <dl class="glossary">
      ${glossary.map(
        ([word, meaning]) =>
          html`<div>
            <dt>${word}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

const glossary: readonly (readonly [string, string])[] = [
  ['Product', 'Something you can own: BTC, USDT, COP.'],
  ['Instrument', 'A pair of products: the base and the quote. BTCUSDT trades BTC for USDT.'],
  ['Order', 'An instruction to buy or sell.'],
  ['Maker, taker', 'The resting order; the incoming order.'],
  ['Fill', 'One order’s share of a trade.'],
  ['Hold', 'Funds set aside for an open order or a withdrawal. Available is amount minus hold.'],
  ['Position', 'Amount and hold of one product in one account.'],
  ['Level 1, level 2', 'The best prices; the order book by price level.'],
  ['Ticket', 'A deposit or a withdrawal, with its own states.'],
  ['Destination', 'The receiver of a withdrawal; saved and confirmed once.'],
  ['Notional', 'The value of an amount in the product in which limits are set.'],
  ['OMS', 'The order management system. There is only one, number 1.'],
];
