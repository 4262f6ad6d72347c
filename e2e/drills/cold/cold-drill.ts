/**
 * The drill of cold storage, on an EVM network, on Bitcoin and on TRON: a burst of deposits goes to cold storage, and a refill that its
 * owners sign with the offline program comes back. After every block wallets and books are compared to the last unit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAmount } from '@salar/protocol';
import type { ColdWorld } from '@salar/testing/cold/cold-world';
import { listOfflineInterfaces, runsWithoutNetwork } from '@salar/testing/cold/offline-owner';
import { root } from '../../support/server.ts';
import { openDrillPostgres } from './drill-database.ts';
import { openDrilledAccount } from './drilled-account.ts';
import { openDrilledDescriptor, openDrilledSafe } from './drilled-storage.ts';
import type { DrilledProduct, DrilledStorage } from './drilled-storage.ts';
import { takeTerminalPicture } from './terminal-picture.ts';

/** The hot share is below its bound within an hour of a burst. */
const secondsMax = 3_600;
/** Blocks after which a refill is not awaited any longer. */
const refillBlocksMax = 100;
/** Blocks in which the fees of the last moves are booked. */
const settleBlocksMax = 20;
/** The hot wallets hold at most this part of what is owed. */
const hotDivisor = 20n;

/** @param pictures  true to take the pictures of docs/images from the texts of the offline program */
export async function runColdDrill(pictures: boolean): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const postgres = await openDrillPostgres();
  try {
    for (const open of [openDrilledSafe, openDrilledDescriptor, openDrilledAccount]) {
      const drill = new ColdDrill(await open(await postgres.createDatabase(open.name.toLowerCase())));
      try {
        await drill.run(pictures);
      } finally {
        await drill.close();
      }
      counts.passed += drill.counts.passed;
      counts.failed += drill.counts.failed;
    }
  } finally {
    await postgres.close();
  }
  return counts;
}

type ProductShare = DrilledProduct & Awaited<ReturnType<ColdWorld['readShares']>>;

class ColdDrill {
  readonly #storage: DrilledStorage;
  readonly #world: ColdWorld;
  #compared = 0;
  readonly counts = { passed: 0, failed: 0 };

  constructor(storage: DrilledStorage) {
    this.#storage = storage;
    this.#world = storage.world;
  }

  async run(pictures: boolean): Promise<void> {
    await this.#world.pass(2); // the first comparison books what the wallets have as the operator's own
    this.#showOffline();
    await this.#burst();
    const refill = await this.#refill();
    const warning = await this.#warn();
    if (!pictures) return;
    const names = this.#storage.pictures;
    await takeTerminalPicture(refill, join(root, `docs/images/${names.refill}.png`));
    await takeTerminalPicture(warning, join(root, `docs/images/${names.warning}.png`));
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  #showOffline(): void {
    console.log(`\ncold storage on ${this.#storage.network} is ${this.#storage.name}`);
    if (runsWithoutNetwork())
      this.#check(
        `the offline program has these network interfaces: ${listOfflineInterfaces()}`,
        listOfflineInterfaces() === 'none',
      );
    else this.#check('this machine allows no network namespace for the offline program (unshare -n)', false);
  }

  /** Pays a burst of deposits, and passes blocks until the hot wallets are below their share again. */
  async #burst(): Promise<void> {
    const { blockSeconds } = this.#storage;
    console.log(`\na burst of deposits: ${await this.#storage.burst()}`);
    const start = await this.#world.readHeight();
    const isWithin = ({ hot, owed }: ProductShare) => owed > 0n && hot <= owed / hotDivisor;
    let blocks = 0;
    let shares: readonly ProductShare[] = [];
    let isCredited = false;
    do {
      await this.#block();
      blocks = (await this.#world.readHeight()) - start;
      shares = await this.#readShares();
      if (!isCredited && shares.every(({ owed }) => owed > 0n)) {
        isCredited = true;
        this.#printShares('when they are credited', shares);
      }
    } while (!shares.every(isWithin) && blocks * blockSeconds < secondsMax);
    this.#printShares('after the moves to cold storage', shares);
    this.#check(
      `the hot wallets are below 5 % ${blocks} blocks after the deposits: ${blocks * blockSeconds} s at ${blockSeconds} s a block (bar: ${secondsMax} s)`,
      shares.every(isWithin),
    );
    await this.#checkBooks();
  }

  /** @returns the text that the last owner saw */
  async #refill(): Promise<string> {
    const { network, blockSeconds, refill } = this.#storage;
    const { product, amount: units } = refill;
    const { symbol, decimals } = product;
    const amount = formatAmount(units, decimals);
    const [before] = await this.#readShares([product]);
    console.log(`\na refill of ${amount} ${symbol}`);
    const prepared = await this.#world.act('refill prepare', { network, product: symbol, amount });
    const [, id = ''] = /^Refill (\d+) is prepared/.exec(prepared.text) ?? [];
    const path = prepared.path ?? '';
    this.#check(`refill prepare: ${prepared.text}`, prepared.ok);
    const shown = await this.#sign(path);
    console.log(`\n${indent(shown)}\n`);
    const sent = await this.#world.act('refill send', { refill: id, file: readFileSync(path, 'utf8') });
    this.#check(`refill send: ${sent.text}`, sent.ok);
    const start = await this.#world.readHeight();
    let blocks = 0;
    let status = '';
    while (blocks < refillBlocksMax && status !== 'Final') {
      await this.#block();
      blocks = (await this.#world.readHeight()) - start;
      const list = await this.#world.act('refill list', {});
      status = list.ok ? (list.rows?.[0]?.['status'] ?? '') : list.text;
    }
    this.#check(
      `the refill is ${status} after ${blocks} blocks: ${blocks * blockSeconds} s at ${blockSeconds} s a block`,
      status === 'Final',
    );
    const [after] = await this.#readShares([product]);
    if (before === undefined || after === undefined) throw new Error('there is a product to refill');
    const fee = before.books - after.books;
    const format = (value: bigint) => `${formatAmount(value, decimals)} ${symbol}`;
    this.#check(
      `cold storage paid ${format(before.cold - after.cold)}, of which the hot wallet got ${format(after.hot - before.hot)} and the books have ${format(fee)} as a fee`,
      after.hot - before.hot === units && before.cold - after.cold === units + fee && fee >= 0n,
    );
    this.#check('customers are owed the same', before.owed === after.owed);
    await this.#checkBooks();
    this.#check(
      `wallets and books agreed to the last unit at each of ${this.#compared} comparisons`,
      this.counts.failed === 0,
    );
    return shown;
  }

  /** Has owners sign a file, one after the other. @returns the text that the last of them saw */
  async #sign(path: string): Promise<string> {
    const { product, amount, signers } = this.#storage.refill;
    const typed = `${formatAmount(amount, product.decimals)} ${product.symbol}`;
    let shown = '';
    for (const name of signers) {
      const owner = this.#world.owners.find((candidate) => candidate.name === name);
      const signed = await owner?.sign(path, this.#world.settings, typed);
      const output = signed?.output ?? '';
      shown = output.split('\n\nSigned.')[0] ?? '';
      this.#check(
        `${name} signs: ${/Signed\..*: (.*)/.exec(output)?.[0] ?? signed?.problem}`,
        output.includes('Signed.'),
      );
    }
    return shown;
  }

  /** Shows a file that pays a stranger, as a compromised exchange would write it. @returns the text of the program */
  async #warn(): Promise<string> {
    const { owners, settings, folder } = this.#world;
    const { receiver, contract, amount } = this.#storage.forged;
    const { symbol, decimals } = this.#storage.refill.product;
    const path = join(folder, 'forged.txt');
    const forged = await this.#world
      .openForger(receiver)
      .prepare({ asset: { contract, decimals }, product: symbol, amount });
    console.log('\na file that pays somebody else');
    this.#check('a compromised exchange can write such a file', forged.ok);
    writeFileSync(path, forged.ok ? forged.value : '');
    const [owner] = owners;
    const shown = (await owner?.show(path, settings)) ?? '';
    console.log(`\n${indent(shown.trimEnd())}\n`);
    this.#check(
      'the program warns that the receiver is not ours',
      shown.includes('THE RECEIVER IS NOT OURS'),
    );
    const signed = await owner?.sign(path, settings, `${formatAmount(amount, decimals)} ${symbol}`);
    this.#check(
      `it is not signed: ${signed?.problem.trim().split('\n').at(-1)}`,
      signed?.output.includes('Signed.') === false,
    );
    return shown.trimEnd();
  }

  /** Mines a block, lets everything work, and compares wallets and books. */
  async #block(): Promise<void> {
    await this.#world.pass(1);
    const compared = await this.#world.act('reconcile list', {});
    this.#compared += 1;
    if (compared.text !== 'Everything agrees to the last unit.') this.#check(compared.text, false);
  }

  /** Passes blocks until all fees are booked, and compares the books with what the wallets hold. */
  async #checkBooks(): Promise<void> {
    const agrees = ({ hot, cold, books }: ProductShare) => hot + cold === books;
    let shares = await this.#readShares();
    for (let block = 0; block < settleBlocksMax && !shares.every(agrees); block += 1) {
      await this.#block();
      shares = await this.#readShares();
    }
    for (const { symbol, decimals, hot, cold, books } of shares)
      this.#check(
        `hot wallets and cold storage hold ${formatAmount(hot + cold, decimals)} ${symbol}, the books have ${formatAmount(books, decimals)}`,
        hot + cold === books,
      );
  }

  #readShares(products = this.#storage.products): Promise<readonly ProductShare[]> {
    return Promise.all(
      products.map(async (product) => ({ ...product, ...(await this.#world.readShares(product.productId)) })),
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
