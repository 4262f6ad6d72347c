/** SALAR_OPERATOR_LISTEN: the address of the operators' listener. */
import { isIP } from 'node:net';
import { z } from 'zod';

const wildcards: readonly string[] = ['0.0.0.0', '::'];

/** `10.0.0.7:8444` or `[fd00::7]:8444`: one address, because the listener is for a private network. */
export const operatorListenSetting = z.string().transform((text, context) => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const port = Number(digits);
  if (isIP(host) === (bracketed === undefined ? 4 : 6) && port >= 1 && port <= 65_535) {
    if (!wildcards.includes(host)) return { host, port };
    context.addIssue('must be one address of a private network, not all addresses');
    return z.NEVER;
  }
  context.addIssue('must be an address and a port, such as 10.0.0.7:8444 or [fd00::7]:8444');
  return z.NEVER;
});
