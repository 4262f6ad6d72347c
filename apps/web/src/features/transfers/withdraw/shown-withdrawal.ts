/**
 * Compares a withdrawal that the server has a passkey sign with the one that the review shows. The text is written again from
 * what is shown, and its hash has to be the challenge: a server that shows one receiver cannot have another one signed.
 */
import { accountId, productId, ticketId, userId } from '@salar/protocol';
import { parseAmount } from '@salar/protocol/money/amount';
import { readSignedText } from '@salar/protocol/signed-texts/signed-text';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';

/** Contains what the review of a withdrawal shows, and whose it is. */
export type ShownWithdrawal = {
  /** The address of this page, such as `https://exchange.example`. */
  readonly exchange: string;
  readonly userId: number;
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly receiver: string;
  /** Decimal text, with the fee. */
  readonly amount: string;
  readonly fee: string;
};

/** Contains the text that a passkey is to sign, and the browser's options as JSON text. */
export type RequestedSignature = { readonly text: string; readonly options: string };

/** Returns true when the challenge is the hash of the withdrawal that is shown. */
export async function isOfShown(requested: RequestedSignature, shown: ShownWithdrawal): Promise<boolean> {
  const text = writeShown(requested.text, shown);
  return text !== null && (await computeHash(text)) === readChallenge(requested.options);
}

/**
 * Writes the text of what is shown. The number of the ticket, its request code and the spelling of an address in upper and lower case
 * are the server's, because no review shows them. So is the number of the network: its name is shown, and only the server says
 * which number has that name.
 */
function writeShown(serverText: string, shown: ShownWithdrawal): string | null {
  const lines = new Map(readSignedText('withdrawal', serverText));
  const { receiver, symbol, decimals, exchange } = shown;
  const amount = parseAmount(shown.amount, decimals);
  const fee = parseAmount(shown.fee, decimals);
  if (!amount.ok || !fee.ok) return null;
  const spelled = lines.get('receiver');
  const terms = {
    ticketId: ticketId(Number(lines.get('ticket'))),
    requestCode: lines.get('request code') ?? '',
    userId: userId(shown.userId),
    accountId: accountId(shown.accountId),
    productId: productId(shown.productId),
    chainId: Number(lines.get('network')),
    destination: spelled !== undefined && isSameAddress(spelled, receiver) ? spelled : receiver,
    amount: amount.value,
    fee: fee.value,
  };
  const text = formatWithdrawalText(terms, { symbol, decimals }, exchange);
  return text.ok ? text.value : null;
}

/** Addresses in hexadecimal digits and in Bech32 mean the same in upper and lower case; those of other forms do not. */
function isSameAddress(one: string, other: string): boolean {
  const isCaseFree = /^0x[0-9a-f]{40}$/i.test(other) || /^(?:bc|tb|bcrt)1[0-9a-z]+$/i.test(other);
  return one === other || (isCaseFree && one.toLowerCase() === other.toLowerCase());
}

/** Computes the SHA-256 of a text in Base64url, as challenges are written. */
async function computeHash(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function readChallenge(options: string): string | null {
  const { challenge } = JSON.parse(options) as { readonly challenge?: unknown };
  return typeof challenge === 'string' ? challenge : null;
}
