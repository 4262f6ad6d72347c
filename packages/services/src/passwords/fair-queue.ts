/**
 * The order in which passwords are hashed when more arrive than the threads can hash (decision 0059).
 *
 * Two lanes: callers on a device that signed in before, and all others. Of nine turns the first lane has eight, and the other one at
 * least one. Within a lane sites take turns, and so do the connections of a site: many requests of one sender wait for each other.
 */
import { toHomeNetwork, toSiteNetwork } from '../sessions/ip-networks.ts';

/** For whom a password is hashed. */
export type HashCaller = {
  /** The target: a customer or a name. */
  readonly account: string;
  readonly address: string;
  /** The caller has signed in to the account from this device before. */
  readonly isKnownDevice: boolean;
};
type Waiting = { readonly caller: HashCaller };
type Place = {
  readonly home: string;
  readonly site: string;
  /** Lists the counts that include the item, each with its maximum. */
  readonly limits: readonly (readonly [key: string, max: number])[];
};

/** The most that wait at once: more could not be hashed on two cores before the callers give up. */
const waitingMax = { known: 300, others: 150 } as const;
/** The most that wait for one account, from one connection and from one site, in each lane. */
const accountMax = 3;
const homeMax = 32;
const siteMax = 64;
/** Turns of known devices before one of the others. */
const knownTurns = 8;

export class FairQueue<Item extends Waiting> {
  readonly #known = new Lane<Item>(waitingMax.known);
  readonly #others = new Lane<Item>(waitingMax.others);
  #knownInARow = 0;

  /** @returns false when too many wait, in all, or of this caller */
  add(item: Item): boolean {
    return this.#getLane(item).add(item);
  }

  /** Removes and returns the item whose turn it is; undefined when none waits. */
  take(): Item | undefined {
    const known = this.#others.size > 0 && this.#knownInARow >= knownTurns ? undefined : this.#known.take();
    this.#knownInARow = known && this.#others.size > 0 ? this.#knownInARow + 1 : 0;
    return known ?? this.#others.take() ?? this.#known.take();
  }

  /** Removes an item that gave up; without effect when it does not wait. */
  remove(item: Item): void {
    this.#getLane(item).remove(item);
  }

  get size(): number {
    return this.#known.size + this.#others.size;
  }

  /** Returns true when the caller's lane is full. */
  isFull({ isKnownDevice }: Pick<HashCaller, 'isKnownDevice'>): boolean {
    return (isKnownDevice ? this.#known : this.#others).isFull;
  }

  /** Counts those that are served before a caller who would be the last of the lane. */
  countAhead({ isKnownDevice }: Pick<HashCaller, 'isKnownDevice'>): number {
    const [known, others] = [this.#known.size, this.#others.size];
    return isKnownDevice
      ? known + Math.min(others, Math.floor(known / knownTurns))
      : others + Math.min(known, others * knownTurns);
  }

  /** Removes and returns everything that waits. */
  drain(): readonly Item[] {
    const items: Item[] = [];
    for (let item = this.take(); item; item = this.take()) items.push(item);
    return items;
  }

  #getLane({ caller }: Item): Lane<Item> {
    return caller.isKnownDevice ? this.#known : this.#others;
  }
}

/** The items of each connection, and the connections of each site, in the order of their turns. */
class Lane<Item extends Waiting> {
  readonly #sites = new Map<string, Map<string, Item[]>>();
  readonly #places = new Map<Item, Place>();
  /** How many wait for an account, from a connection or a site. */
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#places.size;
  }

  get isFull(): boolean {
    return this.size >= this.#max;
  }

  add(item: Item): boolean {
    if (this.isFull) return false;
    const place = findPlace(item.caller);
    if (place.limits.some(([key, max]) => (this.#counts.get(key) ?? 0) >= max)) return false;
    for (const [key] of place.limits) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#places.set(item, place);
    const homes = getOrInsert(this.#sites, place.site, () => new Map<string, Item[]>());
    getOrInsert(homes, place.home, (): Item[] => []).push(item);
    return true;
  }

  take(): Item | undefined {
    for (const [site, homes] of this.#sites)
      for (const [home, items] of homes) {
        const item = items.shift();
        if (item === undefined) continue;
        // Both move to the end, unless they are empty.
        homes.delete(home);
        if (items.length > 0) homes.set(home, items);
        this.#sites.delete(site);
        if (homes.size > 0) this.#sites.set(site, homes);
        this.#forget(item);
        return item;
      }
    return undefined;
  }

  remove(item: Item): void {
    const place = this.#places.get(item);
    const homes = place && this.#sites.get(place.site);
    const items = homes?.get(place?.home ?? '');
    if (!place || !homes || !items) return;
    items.splice(items.indexOf(item), 1);
    if (items.length === 0) homes.delete(place.home);
    if (homes.size === 0) this.#sites.delete(place.site);
    this.#forget(item);
  }

  #forget(item: Item): void {
    for (const [key] of this.#places.get(item)?.limits ?? []) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
    this.#places.delete(item);
  }
}

function findPlace({ account, address }: HashCaller): Place {
  const [home, site] = [toHomeNetwork(address), toSiteNetwork(address)];
  const limits = [
    [`account ${account}`, accountMax],
    [`home ${home}`, homeMax],
    [`site ${site}`, siteMax],
  ] as const;
  return { home, site, limits };
}

function getOrInsert<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
