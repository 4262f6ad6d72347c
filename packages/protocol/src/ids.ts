/**
 * Branded ids, so that one kind of id cannot be passed as another.
 *
 * Every id is a whole number from 1 to 2^53 - 1, so it survives JSON and the wire unchanged.
 */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type UserId = Branded<number, 'UserId'>;
export type AccountId = Branded<number, 'AccountId'>;
export type ProductId = Branded<number, 'ProductId'>;
export type InstrumentId = Branded<number, 'InstrumentId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type TradeId = Branded<number, 'TradeId'>;
export type TicketId = Branded<number, 'TicketId'>;
/** A position in the journal: the first command is 1, and there are no gaps. */
export type Sequence = Branded<number, 'Sequence'>;
/** Milliseconds since 1970, UTC. Inside the engine it only ever arrives with a command. */
export type Millis = Branded<number, 'Millis'>;

/** A price as a whole number of the instrument's ticks. Fits a double exactly: at most 2^53 - 1. */
export type Ticks = Branded<number, 'Ticks'>;
/** A quantity as a whole number of the instrument's lots. */
export type Lots = Branded<bigint, 'Lots'>;
/** An amount as a whole number of a product's minor units. Signed only on ledger postings. */
export type Minor = Branded<bigint, 'Minor'>;

export const userId = (n: number) => n as UserId;
export const accountId = (n: number) => n as AccountId;
export const productId = (n: number) => n as ProductId;
export const instrumentId = (n: number) => n as InstrumentId;
export const orderId = (n: number) => n as OrderId;
export const tradeId = (n: number) => n as TradeId;
export const ticketId = (n: number) => n as TicketId;
export const sequence = (n: number) => n as Sequence;
export const millis = (n: number) => n as Millis;
export const ticks = (n: number) => n as Ticks;
export const lots = (n: bigint) => n as Lots;
export const minor = (n: bigint) => n as Minor;

/** True for a whole number in the range of ids. */
export function isId(n: unknown): n is number {
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 1;
}
