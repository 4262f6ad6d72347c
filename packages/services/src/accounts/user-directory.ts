/** Users by id, from memory when known. Everyone who changes a user row tells the directory. */
import { userId as toUserId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findUser } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';

/** Users kept in memory; others are read again. */
const cacheSize = 50_000;

export class UserDirectory {
  readonly #database: Database;
  readonly #cache = new Map<UserId, User>();
  /** Counts what was read anew: a look-up that began before a change must not bring back what was. */
  #changes = 0;
  readonly #followers = new Set<(user: User) => void>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is known without waiting. */
  cached(userId: UserId): User | undefined {
    return this.#cache.get(userId);
  }

  async get(userId: UserId): Promise<User | null> {
    const known = this.#cache.get(userId);
    if (known) return known;
    const changes = this.#changes;
    const user = await findUser(this.#database, userId);
    if (user && changes === this.#changes) this.#remember(user);
    return user;
  }

  /** Where a customer's mail goes; null for an unknown one. */
  async findEmail(userId: number): Promise<string | null> {
    return (await this.get(toUserId(userId)))?.email ?? null;
  }

  /** Reads the row anew: call it after every change, once the change is committed. */
  async refresh(userId: UserId): Promise<User | null> {
    this.forget(userId);
    const user = await this.get(userId);
    if (user) for (const heard of this.#followers) heard(user);
    return user;
  }

  /**
   * Calls `heard` with each row that was read anew because it had changed. It must not throw.
   *
   * @returns stops that
   */
  follow(heard: (user: User) => void): () => void {
    this.#followers.add(heard);
    return () => this.#followers.delete(heard);
  }

  /** The row is read anew when it is next asked for. */
  forget(userId: UserId): void {
    this.#changes += 1;
    this.#cache.delete(userId);
  }

  #remember(user: User): void {
    if (this.#cache.size >= cacheSize) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(user.userId, user);
  }
}
