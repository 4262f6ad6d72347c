/** Caches users by id. Every change of a user row must be reported to the directory. */
import { LRUCache } from 'lru-cache';
import { userId as toUserId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { UserRecords } from './user-records.ts';

/** Users kept in memory, those used last; others are read from the table. */
const cacheSize = 50_000;

type UserDirectoryOptions = { readonly database: Database; readonly records: UserRecords };

export class UserDirectory {
  readonly #options: UserDirectoryOptions;
  /** For reads and changes past the cache. */
  readonly records: UserRecords;
  readonly #cache = new LRUCache<UserId, User>({ max: cacheSize });
  /** Counts invalidations: a look-up that began before a change must not put the old row back. */
  #changes = 0;
  readonly #listeners = new Set<(user: User) => void>();

  constructor(options: UserDirectoryOptions) {
    this.#options = options;
    this.records = options.records;
  }

  /** Returns the user if it is in memory. */
  cached(userId: UserId): User | undefined {
    return this.#cache.get(userId);
  }

  async get(userId: UserId): Promise<User | null> {
    const known = this.#cache.get(userId);
    if (known) return known;
    const changes = this.#changes;
    const user = await this.records.find(this.#options.database, userId);
    if (user && changes === this.#changes) this.#cache.set(userId, user);
    return user;
  }

  /** Returns the customer's mail address, or null for an unknown customer. */
  async findEmail(userId: number): Promise<string | null> {
    return (await this.get(toUserId(userId)))?.email ?? null;
  }

  /** Reads the row again: call it after every committed change. */
  async refresh(userId: UserId): Promise<User | null> {
    this.forget(userId);
    const user = await this.get(userId);
    if (user) for (const listener of this.#listeners) listener(user);
    return user;
  }

  /**
   * Calls the listener with each row that is read again after a change. The listener must not throw.
   *
   * @returns a function that unsubscribes
   */
  follow(listener: (user: User) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops a user from memory, so that the next look-up reads the row. */
  forget(userId: UserId): void {
    this.#changes += 1;
    this.#cache.delete(userId);
  }
}
