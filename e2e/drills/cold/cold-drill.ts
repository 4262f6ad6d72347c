/**
 * The drill of cold storage: a burst of deposits goes to a Safe, and a refill that three of five owners sign with the offline
 * program comes back. After every block wallets and books are compared to the last unit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SafeRefills } from '@salar/cold/evm/safe-refills';
import { formatAmount } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { openColdWorld } from '@salar/testing/cold-world';
import type { ColdWorld } from '@salar/testing/cold-world';
import { listOfflineInterfaces, runsWithoutNetwork } from '@salar/testing/offline-owner';
import { world } from '@salar/testing/ticket-world';
import { root } from '../../support/server.ts';
import { openDrillDatabase } from './drill-database.ts';
import { takeTerminalPicture } from './terminal-picture.ts';

const { eth, usdt } = world.ids;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const products = [
  { symbol: 'ETH', productId: eth, decimals: 18 },
  { symbol: 'USDT', productId: usdt, decimals: 6 },
] as const;
/** Ethereum's time between two blocks. */
const blockSeconds = 12;
/** The hot share is below its bound within an hour of a burst. */
const blocksMax = 3_600 / blockSeconds;
const refilled = '5000';
const stranger = '0x000000000000000000000000000000000000bEEF';

/** @param pictures  true to take the pictures of docs/images from the texts of the offline program */
export async function runColdDrill(pictures: boolean): Promise<{ passed: number; failed: number }> {
  const database = await openDrillDatabase();
  const cold = await openColdWorld(database.database);
  const drill = new ColdDrill(cold);
  try {
    drill.showOffline();
    await drill.burst();
    const refill = await drill.refill();
    const warning = await drill.warn();
    if (pictures) {
      await takeTerminalPicture(refill, join(root, 'docs/images/cold-signer-refill.png'));
      await takeTerminalPicture(warning, join(root, 'docs/images/cold-signer-warning.png'));
    }
  } finally {
    await cold.close();
    await database.close();
  }
  return drill.counts;
}

type ProductShare = { readonly symbol: string; readonly decimals: number } & Awaited<
  ReturnType<ColdWorld['readShares']>
>;

class ColdDrill {
  readonly #cold: ColdWorld;
  #compared = 0;
  readonly counts = { passed: 0, failed: 0 };

  constructor(cold: ColdWorld) {
    this.#cold = cold;
  }

  showOffline(): void {
    const { coldAddress, owners } = this.#cold;
    console.log(`\ncold storage is the Safe ${coldAddress}, 3 of ${owners.length}`);
    if (runsWithoutNetwork())
      this.#check(
        `the offline program has these network interfaces: ${listOfflineInterfaces()}`,
        listOfflineInterfaces() === 'none',
      );
    else
      console.log(
        '  this machine allows no network namespace: the offline program runs with the network of the machine',
      );
  }

  /** Pays a burst of deposits, and passes blocks until the hot wallets are below their share again. */
  async burst(): Promise<void> {
    const cold = this.#cold;
    await cold.deposit(null, 200n * ether);
    await cold.deposit(localContracts.usdt, 1_000_000n * dollar);
    console.log('\na burst of deposits: 200 ETH and 1,000,000 USDT');
    const start = await cold.exchange.client.height();
    let blocks = 0;
    let isCredited = false;
    while (blocks < blocksMax) {
      await this.#block();
      blocks = (await cold.exchange.client.height()) - start;
      const shares = await this.#readShares();
      if (!isCredited && shares.every(({ owed }) => owed > 0n)) {
        isCredited = true;
        this.#printShares('when they are credited', shares);
      }
      if (isCredited && shares.every(({ hot, owed }) => hot <= owed / 20n)) break;
    }
    const after = await this.#readShares();
    this.#printShares('after the sweeps', after);
    const seconds = blocks * blockSeconds;
    this.#check(
      `the hot wallets are below 5 % ${blocks} blocks after the deposits: ${seconds} s at ${blockSeconds} s a block (bar: 3600 s)`,
      after.every(({ hot, owed }) => hot <= owed / 20n),
    );
  }

  /** @returns the text that the last owner saw */
  async refill(): Promise<string> {
    const cold = this.#cold;
    const before = await cold.readShares(usdt);
    console.log(`\na refill of ${refilled} USDT`);
    const prepared = await cold.act('refill prepare', {
      network: 'ethereum',
      product: 'USDT',
      amount: refilled,
    });
    const [, id = ''] = /^Refill (\d+) is prepared/.exec(prepared.text) ?? [];
    const path = prepared.path ?? '';
    this.#check(`refill prepare: ${prepared.text}`, prepared.ok);
    let shown = '';
    for (const name of ['ana', 'carla', 'elena']) {
      const owner = cold.owners.find((candidate) => candidate.name === name);
      const signed = await owner?.sign(path, cold.settings, `${refilled} USDT`);
      shown = (signed?.output ?? '').split('\n\nSigned.')[0] ?? '';
      this.#check(
        `${name} signs: ${/Signed\..*: (.*)/.exec(signed?.output ?? '')?.[0] ?? signed?.problem}`,
        signed?.output.includes('Signed.') === true,
      );
    }
    console.log(`\n${indent(shown)}\n`);
    const sent = await cold.act('refill send', { refill: id, file: readFileSync(path, 'utf8') });
    this.#check(`refill send: ${sent.text}`, sent.ok);
    const start = await cold.exchange.client.height();
    let blocks = 0;
    let status = '';
    while (blocks < blocksMax && status !== 'Final') {
      await this.#block();
      blocks = (await cold.exchange.client.height()) - start;
      const list = await cold.act('refill list', {});
      status = list.ok ? (list.rows?.[0]?.['status'] ?? '') : list.text;
    }
    const after = await cold.readShares(usdt);
    this.#check(`the refill is ${status} after ${blocks} blocks`, status === 'Final');
    this.#check(
      `cold storage paid ${formatAmount(before.cold - after.cold, 6)} USDT, and customers are owed the same`,
      before.cold - after.cold === 5_000n * dollar && before.owed === after.owed,
    );
    this.#check(
      `wallets and books agreed to the last unit at each of ${this.#compared} comparisons`,
      this.counts.failed === 0,
    );
    return shown;
  }

  /** Shows a file that pays a stranger, as a compromised exchange would write it. @returns the text of the program */
  async warn(): Promise<string> {
    const { exchange, coldAddress, owners, settings, folder } = this.#cold;
    const { name, chainId } = exchange.network.settings;
    const forger = new SafeRefills({
      client: exchange.client,
      name,
      chainId,
      coldAddress,
      hotAddress: stranger,
    });
    const asset = { contract: localContracts.usdt, decimals: 6 };
    const path = join(folder, 'forged.txt');
    const forged = await forger.prepare({ asset, product: 'USDT', amount: 250_000n * dollar });
    this.#check('a compromised exchange can write such a file', forged.ok);
    writeFileSync(path, forged.ok ? forged.value : '');
    const [owner] = owners;
    const shown = (await owner?.show(path, settings)) ?? '';
    console.log('\na file that pays somebody else');
    console.log(`\n${indent(shown.trimEnd())}\n`);
    this.#check(
      'the program warns that the receiver is not ours',
      shown.includes('THE RECEIVER IS NOT OURS'),
    );
    const signed = await owner?.sign(path, settings, '250000 USDT');
    this.#check(
      `it is not signed: ${signed?.problem.trim().split('\n').at(-1)}`,
      signed?.output.includes('Signed.') === false,
    );
    return shown.trimEnd();
  }

  /** Mines a block, lets everything work, and compares wallets and books. */
  async #block(): Promise<void> {
    await this.#cold.pass(1);
    const compared = await this.#cold.act('reconcile list', {});
    this.#compared += 1;
    if (compared.text !== 'Everything agrees to the last unit.') this.#check(compared.text, false);
  }

  #readShares(): Promise<readonly ProductShare[]> {
    return Promise.all(
      products.map(async (product) => ({ ...product, ...(await this.#cold.readShares(product.productId)) })),
    );
  }

  #printShares(when: string, shares: readonly ProductShare[]): void {
    for (const { symbol, decimals, hot, cold, owed } of shares) {
      const percent = owed === 0n ? '-' : formatAmount((hot * 10_000n) / owed, 2);
      console.log(
        `  ${when}: ${symbol} hot ${formatAmount(hot, decimals)} (${percent} % of what is owed), cold ${formatAmount(cold, decimals)}`,
      );
    }
  }

  #check(what: string, isTrue: boolean): void {
    console.log(`  ${isTrue ? 'ok  ' : 'FAIL'} ${what}`);
    if (isTrue) this.counts.passed += 1;
    else this.counts.failed += 1;
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    | ${line}`)
    .join('\n');
}
