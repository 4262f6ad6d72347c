/** The first order, by hand. A test runs every command as shown. */
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { code, heading, prose } from './html-blocks.ts';
import type { DocumentedSite } from './openapi.ts';

type Step = { readonly title: string; readonly text: string; readonly commands: string };

export function listQuickstartSteps({ publicUrl, profile }: DocumentedSite): readonly Step[] {
  const login = profile === 'local' ? 'demo:Demo-2026!' : 'you@example.com:your password';
  return [
    {
      title: 'Sign in',
      text:
        'The answer contains the token of your session. Send it with every private call in the header `aptoken`.' +
        (profile === 'local' ? ' A local exchange has a customer `demo` with funds for testing.' : ''),
      commands: `HOST=${publicUrl}
TOKEN=$(curl -s -u '${login}' "$HOST/AP/AuthenticateUser" \\
  | sed -E 's/.*"SessionToken":"([^"]+)".*/\\1/')
echo "$TOKEN"`,
    },
    {
      title: 'Look at a market',
      text: 'Public calls need no token. `PriceIncrement` and `QuantityIncrement` are the increments of prices and quantities; Level 1 has the best bid and offer.',
      commands: `curl -s "$HOST/AP/GetInstrument?OMSId=1&InstrumentId=1"; echo
curl -s "$HOST/AP/GetLevel1?OMSId=1&InstrumentId=1"`,
    },
    {
      title: 'Place a limit order',
      text: 'A buy far below the market, so that it waits. Figures may be text, which keeps every digit. `AccountId` defaults to your account.',
      commands: `ORDER=$(curl -s "$HOST/AP/SendOrder" -H "aptoken: $TOKEN" -d '{
  "InstrumentId": 1, "Side": "Buy", "OrderType": "Limit",
  "TimeInForce": "GTC", "Quantity": "0.001", "LimitPrice": "20000"
}' | sed -E 's/.*"OrderId":([0-9]+).*/\\1/')
echo "$ORDER"`,
    },
    {
      title: 'See it',
      text: 'It is `Working`, and its maximum cost is on hold.',
      commands: `curl -s "$HOST/AP/GetOrderStatus?OMSId=1&OrderId=$ORDER" -H "aptoken: $TOKEN"`,
    },
    {
      title: 'Cancel it',
      text: 'The call returns once the order is canceled. The hold is released at the same time.',
      commands: `curl -s "$HOST/AP/CancelOrder" -H "aptoken: $TOKEN" -d "{\\"OrderId\\": $ORDER}"`,
    },
    {
      title: 'Create a key for your program',
      text: 'A key needs no password and no session, can do only what its permissions allow, and can be deleted at any time. Its secret is shown once.',
      commands: `KEY=$(curl -s "$HOST/AP/AddUserAPIKey" -H "aptoken: $TOKEN" \\
  -d '{"Permissions": ["Trading"]}')
API_KEY=$(echo "$KEY" | sed -E 's/.*"APIKey":"([^"]+)".*/\\1/')
SECRET=$(echo "$KEY" | sed -E 's/.*"APISecret":"([^"]+)".*/\\1/')
echo "$API_KEY"`,
    },
    {
      title: 'Sign a request with it',
      text: 'The signature covers the time, a nonce, the method, the path with its query, and the hash of the body (here there is none).',
      commands: `TARGET="/AP/GetOpenOrders?OMSId=1"
TIME=$(date +%s)000
NONCE=$(openssl rand -hex 12)
HASH=$(printf '' | openssl dgst -sha256 -r | cut -d' ' -f1)
SIGNATURE=$(printf '%s\\n%s\\n%s\\n%s\\n%s' "$TIME" "$NONCE" GET "$TARGET" "$HASH" \\
  | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -s "$HOST$TARGET" -H "APIKey: $API_KEY" \\
  -H "X-Salar-Timestamp: $TIME" -H "X-Salar-Nonce: $NONCE" \\
  -H "X-Salar-Signature: $SIGNATURE"`,
    },
    {
      title: 'Clean up',
      text: 'Deleting the key and ending the session take effect with the next request.',
      commands: `curl -s "$HOST/AP/RemoveUserAPIKey" -H "aptoken: $TOKEN" -d "{\\"APIKey\\": \\"$API_KEY\\"}"; echo
curl -s "$HOST/AP/LogOut" -H "aptoken: $TOKEN" -d '{}'`,
    },
  ];
}

export function renderQuickstart(site: DocumentedSite): Markup {
  return html`<section class="chapter" aria-labelledby="start">
    ${heading(2, 'start', 'Start in five minutes')}
    <p class="lead">
      Eight steps with curl, from a password to a signed request. Paste them into one terminal, one after
      another.
    </p>
    <ol class="steps">
      ${listQuickstartSteps(site).map(
        ({ title, text, commands }) =>
          html`<li>
            <h3>${title}</h3>
            <p>${prose(text)}</p>
            ${code(commands, title, { runs: true })}
          </li> `,
      )}
    </ol>
  </section>`;
}
