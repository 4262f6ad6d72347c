/** Formats the example of a call as a command, as a line of TypeScript and as a frame. */
import type { Call } from '../call.ts';
import { buildExampleFrame } from './asyncapi.ts';
import { indentedJson } from './html-blocks.ts';
import { listFields, isPlain } from './call-fields.ts';

/** Uses GET with a query where a query can carry the fields; otherwise POST. */
export function formatCurl(call: Call): string {
  const { input } = call.example;
  const token = call.auth === 'session' ? ` \\\n  -H "aptoken: $TOKEN"` : '';
  const isQuery = call.rate === 'read' && listFields(call).every(isPlain);
  if (!isQuery)
    return `curl -s "$HOST/AP/${call.name}"${token} \\\n  -d '${indentedJson(input).replaceAll("'", String.raw`'\''`)}'`;
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  return `curl -s "$HOST/AP/${call.name}${query === '' ? '' : `?${query}`}"${token}`;
}

export function formatTypeScript({ name, example }: Call): string {
  const input = Object.entries(example.input).map(([key, value]) => `${key}: ${formatLiteral(value)}`);
  if (input.length === 0) return `const answer = await client.call.${name}();`;
  const line = `const answer = await client.call.${name}({ ${input.join(', ')} });`;
  return line.length <= 76
    ? line
    : `const answer = await client.call.${name}({\n${input.map((one) => `  ${one},`).join('\n')}\n});`;
}

export function formatFrame({ name, example }: Call): string {
  return JSON.stringify(buildExampleFrame('request', 2, name, JSON.stringify(example.input)));
}

function formatLiteral(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${key}: ${formatLiteral(member)}`)
    .join(', ')} }`;
}

/** The unified method of ccxt that makes each call. */
export const ccxtMethods: Readonly<Record<string, string>> = {
  Ping: 'fetchStatus()',
  AuthenticateUser: 'signIn()',
  GetProducts: 'fetchCurrencies()',
  GetInstruments: 'fetchMarkets()',
  GetL2Snapshot: "fetchOrderBook('BTC/USDT')",
  GetLevel1: "fetchTicker('BTC/USDT')",
  Summary: 'fetchTickers()',
  GetTickerHistory: "fetchOHLCV('BTC/USDT', '1h')",
  GetLastTrades: "fetchTrades('BTC/USDT')",
  GetUserAccounts: 'fetchAccounts()',
  GetAccountPositions: 'fetchBalance()',
  GetAccountTransactions: 'fetchLedger()',
  SendOrder: "createOrder('BTC/USDT', 'limit', 'buy', 0.001, 20000)",
  CancelReplaceOrder: "editOrder(id, 'BTC/USDT', 'limit', 'buy', 0.001, 20100)",
  CancelOrder: "cancelOrder(id, 'BTC/USDT')",
  CancelAllOrders: "cancelAllOrders('BTC/USDT')",
  GetOpenOrders: "fetchOpenOrders('BTC/USDT')",
  GetOrdersHistory: "fetchOrders('BTC/USDT')",
  GetOrderStatus: "fetchOrder(id, 'BTC/USDT')",
  GetTradesHistory: "fetchMyTrades('BTC/USDT')",
  GetOrderHistoryByOrderId: "fetchOrderTrades(id, 'BTC/USDT')",
  GetDepositInfo: "fetchDepositAddress('BTC')",
  GetDeposits: "fetchDeposits('BTC')",
  GetWithdraws: "fetchWithdrawals('BTC')",
  CreateWithdrawTicket: "withdraw('BTC', 0.01, address)",
};
