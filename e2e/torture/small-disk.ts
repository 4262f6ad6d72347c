/** Puts the database on a separate small disk, so that it can be filled up. Needs Linux and the right to mount. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sizeMbDefault = 2_500;

export class SmallDisk {
  readonly #cluster: string;

  private constructor(cluster: string) {
    this.#cluster = cluster;
  }

  /**
   * Moves the cluster of a stopped server onto a disk in memory.
   *
   * @returns null when this user has no right to mount
   */
  static move(dataDir: string, sizeMb = sizeMbDefault): SmallDisk | null {
    const cluster = join(dataDir, 'postgres');
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(cluster)) return null;
    const { uid, gid } = statSync(cluster);
    const aside = `${cluster}.aside`;
    renameSync(cluster, aside);
    mkdirSync(cluster, { mode: 0o700 });
    const options = `size=${sizeMb}m,mode=700,uid=${uid},gid=${gid}`;
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', cluster]);
    if (mounted.status !== 0) {
      rmSync(cluster, { recursive: true });
      renameSync(aside, cluster);
      return null;
    }
    const copied = spawnSync('cp', ['-a', `${aside}/.`, cluster]);
    if (copied.status !== 0) throw new Error(`cannot copy the cluster: ${String(copied.stderr)}`);
    rmSync(aside, { recursive: true });
    return new SmallDisk(cluster);
  }

  /** Fills the disk completely. */
  fill(): void {
    spawnSync('dd', ['if=/dev/zero', `of=${this.#ballast}`, 'bs=64k', 'status=none']);
    spawnSync('dd', ['if=/dev/zero', `of=${this.#ballast}2`, 'bs=512', 'status=none']);
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
    rmSync(`${this.#ballast}2`, { force: true });
  }

  /** Unmounts the disk and discards its contents. */
  end(): void {
    spawnSync('umount', [this.#cluster]);
  }

  get #ballast(): string {
    return join(this.#cluster, 'ballast');
  }
}
