/** Types of durable reads: the engine's read-only view, and the results that a read may return. */
import type { Engine } from './engine.ts';

/** The engine without the methods that decide, restore or walk its whole state. */
export type EngineView = Omit<
  Engine,
  'apply' | 'save' | 'checkInvariants' | 'ledgerTotals' | 'accounts' | 'allOpenOrders' | 'withdrawals'
>;

/** Values that could read the engine after the wait: the view itself, promises, iterators and functions. */
type Deferred =
  | { readonly product: AnyFunction; readonly position: AnyFunction }
  | PromiseLike<unknown>
  | { readonly next: AnyFunction }
  | AnyFunction;
type AnyFunction = (...args: never) => unknown;

/** The result of a durable read: data that is complete when the look returns. Anything deferred is `never`. */
export type ReadResult<T> = T extends Deferred ? never : T;
