/** Two signers in one process, for tests: each has its own record and checkpoints, and messages between them can be lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { FileCheckpointSigner } from '../checkpoints/checkpoint-signer.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import type { ClaimEntry } from '../claims/claim-store.ts';
import { Follower } from '../pair/follower.ts';
import { leadAlone } from '../pair/lead-alone.ts';
import { PairedCheckpoints } from '../pair/paired-checkpoints.ts';
import { PairedClaims } from '../pair/paired-claims.ts';
import type { CheckpointPeer, Peer } from '../pair/peer-client.ts';
import type { SignerAlert } from '../service/signer-alerts.ts';
import { openTestCheckpoints } from './checkpoints.ts';

export type Fault = 'none' | 'request lost' | 'answer lost';
export type Name = 'first' | 'second';

export class Pair {
  readonly folder = mkdtempSync(join(tmpdir(), 'salar-pair-'));
  readonly stores = { first: this.#open('first'), second: this.#open('second') };
  readonly alerts: SignerAlert[] = [];
  /** The sentences about checkpoints that contradict others. */
  readonly conflicts: string[] = [];
  checkpoints = { first: this.#keep('first'), second: this.#keep('second') };
  /** The fault of the next message, in either direction. */
  fault: Fault = 'none';
  now = 1_000_000;
  /** How far each signer's clock is ahead. */
  readonly skew = { first: 0, second: 0 };
  readonly isDown = { first: false, second: false };
  claims = { first: this.#pair('first'), second: this.#pair('second') };

  #open(name: Name): ClaimStore {
    return new ClaimStore(join(this.folder, name));
  }

  #keep(name: Name): FileCheckpointSigner {
    return openTestCheckpoints(this.getCheckpointsPath(name), {
      clock: () => this.now + this.skew[name],
      onConflict: (sentence) => this.conflicts.push(sentence),
    });
  }

  getCheckpointsPath(name: Name): string {
    return join(this.folder, name, 'checkpoints.jsonl');
  }

  /** Requests a checkpoint as the exchange does. @returns the refusal, or `signed` or `unavailable` */
  async checkpoint(name: Name, sequence: number, hash: string): Promise<string> {
    try {
      await this.claims[name].ready();
      const signer = new PairedCheckpoints({
        own: this.checkpoints[name],
        peer: this.#peerOf(name === 'first' ? 'second' : 'first'),
        store: this.stores[name],
      });
      const signed = await signer.checkpoint({ sequence, hash });
      return signed.ok ? 'signed' : signed.refusal;
    } catch (error) {
      if (error instanceof SignerUnavailable) return 'unavailable';
      throw error;
    }
  }

  #pair(name: Name): PairedClaims {
    const other = name === 'first' ? 'second' : 'first';
    return new PairedClaims({
      store: this.stores[name],
      peer: this.#peerOf(other),
      leads: name === 'first',
      clock: () => this.now + this.skew[name],
      onAlert: (alert) => this.alerts.push(alert),
    });
  }

  #peerOf(name: Name): Peer & CheckpointPeer {
    const send = async <T>(work: (follower: Follower) => T): Promise<T> => {
      const fault = this.fault;
      this.fault = 'none';
      await Promise.resolve();
      if (this.isDown[name] || fault === 'request lost') throw new SignerUnavailable('unreachable');
      const answer = work(
        new Follower({
          store: this.stores[name],
          checkpoints: this.checkpoints[name],
          clock: () => this.now + this.skew[name],
        }),
      );
      if (fault === 'answer lost') throw new SignerUnavailable('no answer');
      return answer;
    };
    return {
      replicate: (request) => send((follower) => follower.replicate(request)),
      readClaims: (after) => send((follower) => follower.readClaims(after)),
      keepCheckpoints: (request) => send((follower) => follower.keepCheckpoints(request)),
      readCheckpoints: (after) => send((follower) => follower.readCheckpoints(after)),
    };
  }

  /** Ends a signer's process and starts it again. */
  async restart(name: Name): Promise<void> {
    await this.stores[name].close();
    this.stores[name] = this.#open(name);
    this.checkpoints[name] = this.#keep(name);
    this.claims[name] = this.#pair(name);
  }

  async end(): Promise<void> {
    await this.stores.first.close();
    await this.stores.second.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns the leader of the latest term; a former one may not have noticed yet. */
  findLeader(): Name {
    const termOf = ({ pair: state }: ClaimStore) => (state?.leads === true ? state.term : -1);
    return termOf(this.stores.first) > termOf(this.stores.second) ? 'first' : 'second';
  }

  /** The running signer sees the change of the command's process with its next request. */
  async leadAlone(name: Name): Promise<string> {
    const term = this.stores[name].pair?.term ?? 0;
    const sentence = await leadAlone(join(this.folder, name));
    while ((this.stores[name].pair?.term ?? 0) === term) await sleep(1);
    return sentence;
  }

  /** Appends an entry as a payment does. @returns false when the signer could not */
  async sign(name: Name, owner: string): Promise<boolean> {
    this.now += 1;
    const entry: ClaimEntry = { owner, claims: {}, sums: { total: '1' }, at: this.now, details: owner };
    try {
      await this.claims[name].ready();
      await this.claims[name].append(entry, this.claims[name].basis);
      return true;
    } catch (error) {
      if (error instanceof SignerUnavailable) return false;
      throw error;
    }
  }

  /** Waits for the background work that takes the other signer back. */
  async settle(name: Name): Promise<void> {
    this.now += 10_000;
    await this.claims[name].ready().catch(() => undefined);
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
