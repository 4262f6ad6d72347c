/** The engine: order books, ledger, holds, fees and limits, behind the `Engine` class. */
export { Engine } from './engine.ts';
export type { EngineView, ReadResult } from './engine-view.ts';
export { engineVersion } from './engine-version.ts';
export { NewerSnapshot, SnapshotError } from './snapshot/snapshot-error.ts';
export type { BookLevel } from './book/price-level.ts';
export type { ProviderHalt } from './catalog/providers.ts';
export type { LevelLimits } from './state/state.ts';
export type { LastTrade } from './state/instrument-entry.ts';
export type { ProductDefinition } from './state/product-entry.ts';
export type { Instrument, Level1, Level2, OpenOrderCounts, Product, WithdrawalView } from './views.ts';
