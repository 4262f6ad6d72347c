/** Names of saved destinations: `wallet:{label}:{network}` and `bank:{number or timestamp}`. */

/** Letters, digits and spaces of any language (product spec, section 5). */
const wallet = /^wallet:(?<label>[\p{L}\p{M}\p{N} ]{1,40}):(?<network>[^:]{1,64})$/u;
const bank = /^bank:[^:]{1,128}$/u;

export type DestinationName =
  { readonly kind: 'wallet'; readonly label: string; readonly network: string } | { readonly kind: 'bank' };

/** Parses a name; null when it has neither form, or a wallet's label is blank. */
export function parseDestinationName(text: string): DestinationName | null {
  if (bank.test(text)) return { kind: 'bank' };
  const { label = '', network = '' } = wallet.exec(text)?.groups ?? {};
  return label.trim() === '' ? null : { kind: 'wallet', label, network };
}

const shownDigits = 4;

/** Formats a name for logs and mails: a wallet's label and network, or the last digits of a bank account. */
export function shownName(text: string): string {
  const name = parseDestinationName(text);
  return name?.kind === 'wallet' ? `${name.label} · ${name.network}` : `•••• ${text.slice(-shownDigits)}`;
}
