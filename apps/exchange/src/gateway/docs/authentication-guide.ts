/** The chapter of the guide about authentication: sessions, signatures and permissions of keys. */
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { code, heading, paragraphs, prose, table } from './html-blocks.ts';
import type { DocumentedSite } from './openapi.ts';

export function authentication({ publicUrl }: DocumentedSite): Markup {
  return html`<section class="chapter" aria-labelledby="authentication">
    ${heading(2, 'authentication', 'Authentication')}
    <p class="lead">
      People have sessions, programs have keys. Credentials are headers and never cookies, so no other page
      can use them.
    </p>
    ${table(
      'Credentials',
      ['Credential', 'Send', 'Used for'],
      [
        [
          'Session',
          prose('`aptoken: <token>`'),
          'Every private call, as the customer in person. Ends after an hour without use, twelve hours at most.',
        ],
        [
          'Signed request',
          prose('`APIKey`, `X-Salar-Timestamp`, `X-Salar-Nonce`, `X-Salar-Signature`'),
          'Programs, within the key’s permissions. Recommended.',
        ],
        [
          'Family key',
          prose('`APIKey`, `Nonce`, `UserId`, `Signature`'),
          'Programs written for another exchange of the family, unchanged.',
        ],
        [
          'Password',
          prose('`Authorization: Basic <base64 of name:password>`'),
          prose('`AuthenticateUser` only. Returns a session.'),
        ],
      ],
    )}
    ${renderSignedRequests(publicUrl)} ${renderFamilySignatures()} ${renderPermissions()}
    ${heading(3, 'two-factor', 'Second factor')}
    ${paragraphs(
      'With a second factor switched on, `AuthenticateUser` returns `Requires2FA: true` and a `Pending2FaToken` instead of a session. Send it as a header of `Authenticate2FA` with the six digits as `Code`; it is valid for five minutes and five tries. Requests with API keys need no codes.',
      'Changes of the account itself require re-authentication within the last 15 minutes. Otherwise they are refused with error 101 and the detail `Re-authentication required`: call `Reauthenticate` and then the first call again, with the new token.',
    )}
  </section>`;
}

function renderSignedRequests(publicUrl: string): Markup {
  return html`${heading(3, 'signed-requests', 'Signed requests')}
  ${paragraphs(
    'A signature covers the time and the exact content of one request, so that a recorded request is useless. Sign five lines, joined by a line feed, with HMAC-SHA-256 under the secret, and write the result in hexadecimal:',
  )}
  ${table(
    'Lines of a signature',
    ['Line', 'Content', 'Rule'],
    [
      ['1', 'Timestamp', 'Milliseconds since 1970, at most 30 seconds from our clock.'],
      ['2', 'Nonce', 'Eight to 64 of A–Z a–z 0–9 _ -; each once within five minutes.'],
      ['3', 'Method', 'GET or POST.'],
      ['4', 'Path and query', prose('As sent: `/AP/GetOpenOrders?OMSId=1`.')],
      ['5', 'Hash of the body', 'SHA-256 in hexadecimal; of an empty text when there is no body.'],
    ],
  )}
  ${code(
    `import { createHash, createHmac, randomBytes } from 'node:crypto';

const [apiKey, secret] = [process.env.API_KEY, process.env.API_SECRET];

async function signed(method, target, body = '') {
  const timestamp = String(Date.now());
  const nonce = randomBytes(12).toString('hex');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = [timestamp, nonce, method, target, bodyHash].join('\\n');
  const answer = await fetch('${publicUrl}' + target, {
    method,
    ...(method === 'POST' && { body }),
    headers: {
      APIKey: apiKey,
      'X-Salar-Timestamp': timestamp,
      'X-Salar-Nonce': nonce,
      'X-Salar-Signature': createHmac('sha256', secret).update(text).digest('hex'),
    },
  });
  return answer.json();
}

console.log(await signed('GET', '/AP/GetOpenOrders?OMSId=1'));`,
    'signing a request in JavaScript',
  )}
  ${paragraphs('Test your implementation with these values; the key is `aa11bb22cc33dd44ee55ff6600112233`:')}
  ${code(
    `secret     0123456789abcdef0123456789abcdef
timestamp  1700000000000
nonce      b5a1c2d3e4f5
method     POST
path       /AP/SendOrder
body       {"InstrumentId":1,"Side":0,"OrderType":1,"Value":"150.25"}
signature  694113e55b82273b9a371a1f4be3ea10d95c2aaaa20cfdff1d70bc5d8983085d`,
    'values to check a signature with',
  )}
  ${paragraphs(
    'On a socket the sign-in is signed: `AuthenticateUser` with the fields `APIKey`, `Timestamp`, `Nonce`, `Signature`, with `SIGN-IN` for the method, `AuthenticateUser` for the path and no body.',
    'A key accepts no other form, unless it was created with `SignedRequestsOnly: false`.',
  )}`;
}

function renderFamilySignatures(): Markup {
  return html`${heading(3, 'family-keys', 'Family signatures')}
  ${paragraphs('Concatenate `Nonce`, `UserId` and `APIKey` as sent, and sign the result. It authenticates the caller but not the request, so use it only for programs that support nothing else: with keys that were created with `SignedRequestsOnly: false`, or on their page for older clients. Such keys cannot withdraw.')}
  ${code(
    `NONCE=$(date +%s)000
SIGNATURE=$(printf '%s' "$NONCE$USER_ID$API_KEY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -s "$HOST/AP/GetOpenOrders?OMSId=1" -H "Nonce: $NONCE" -H "UserId: $USER_ID" \\
  -H "APIKey: $API_KEY" -H "Signature: $SIGNATURE"`,
    'a request signed as the family does',
  )}`;
}

function renderPermissions(): Markup {
  return html`${heading(3, 'permissions', 'Permissions of a key')}
  ${table(
    'Permissions of a key',
    ['Permission', 'Allows'],
    [
      ['AccountReadOnly', 'Reading the account, its balances, ledger entries and tickets.'],
      ['Trading', 'Placing, changing, canceling and reading orders.'],
      ['Deposit', 'Deposit addresses and forms.'],
      [
        'Withdraw',
        'Withdrawals to destinations that are saved and confirmed. Each one is still confirmed by mail.',
      ],
    ],
  )}
  ${paragraphs(
    'Permissions are checked with each request: removing a permission, changing the address list and deleting a key take effect at once, also on open sockets. Keys cannot change keys, destinations or the second factor.',
  )}`;
}
