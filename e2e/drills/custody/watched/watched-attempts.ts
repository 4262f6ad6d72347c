/**
 * Attempts beside which a watcher runs: coins leave the wallets, and the books of a compromised exchange explain it, with the keys of
 * its MACs. Each is noticed, and the halts stop all payments.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import {
  accountId,
  decodeBatch,
  encodeBatch,
  houseAccounts,
  minor,
  productId,
  ticketId,
} from '@salar/protocol';
import type { Command, ProductId } from '@salar/protocol';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { computeRowMac, deriveJournalKey, readJournalHead, rowAfter } from '@salar/store';
import { numberToHex, parseUnits } from 'viem';
import { callChain, localChains } from '../../../torture/local-chains.ts';
import { newReceiver } from '../../../torture/rails.ts';
import { Attacker } from '../attacker.ts';
import type { AttackedDatabase } from '../database/attacked-database.ts';
import type { DatabaseAttempt } from '../database/attempt.ts';
import {
  balance,
  bitcoin,
  ether,
  findProductId,
  present,
  requestWithdrawal,
} from '../database/customer-acts.ts';
import { chains } from '../drill-policy.ts';
import { stealKeys } from '../database/stolen-keys.ts';
import type { AttackedWatcher } from './attacked-watcher.ts';

const booked = { ticket: 77_777, withdrawal: 10n ** 16n, cost: 10n ** 15n } as const;
const carriedOut = { alert: 'the watcher has halted withdrawals' } as const;

/** Takes ether from the hot wallet as a thief with its key could. */
async function takeEther(attacked: AttackedDatabase, amount: bigint): Promise<void> {
  const chain = present((await localChains(attacked.url)).find(({ name }) => name === ether.network));
  const [payment] = await attacked.read<{ sender: string }>(
    `SELECT sender FROM payment WHERE chain_id = ${chain.chainId} LIMIT 1`,
  );
  const { sender } = present(payment);
  const held = BigInt((await callChain(chain, 'eth_getBalance', [sender, 'latest'])) as string);
  if (held < amount) throw new Error(`the hot wallet has only ${held}`);
  await callChain(chain, 'anvil_setBalance', [sender, numberToHex(held - amount)]);
}

/** Appends commands to the journal, with the right MAC. The running exchange ends, because it did not write them. */
async function appendCommands(attacked: AttackedDatabase, commands: readonly Command[]): Promise<void> {
  await attacked.forge(async (tx, { ticketMac }) => {
    const head = await readJournalHead(tx);
    const [last] = await tx.query<{ payload: Uint8Array; epoch: number }>(
      'SELECT payload, epoch FROM journal ORDER BY first_sequence DESC LIMIT 1',
    );
    const { payload: before, epoch } = present(last);
    const payload = encodeBatch({ engineVersion: decodeBatch(before).engineVersion, commands });
    const row = rowAfter(head, { count: commands.length, at: Date.now(), epoch, payload });
    await tx.query(
      `INSERT INTO journal (first_sequence, count, epoch, at, previous_hash, hash, payload, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        row.firstSequence,
        row.count,
        row.epoch,
        row.at,
        row.previousHash,
        row.hash,
        row.payload,
        computeRowMac(deriveJournalKey(ticketMac), row.hash),
      ],
    );
  });
}

/** Requests a payment from the signer as the exchange itself. @returns the answer */
async function requestFromSigner({ dataDir }: AttackedDatabase, product: ProductId): Promise<string> {
  const signer = join(dataDir, 'signer');
  const { listen } = JSON.parse(readFileSync(join(signer, 'settings.json'), 'utf8')) as {
    listen: { socket: string };
  };
  const attacker = new Attacker({
    connection: {
      endpoint: listen,
      signerCertificate: readFileSync(join(signer, 'data', 'signer.crt'), 'utf8'),
      identity: await openTlsIdentity(join(dataDir, 'keys', 'signer-client'), 'exchange'),
    },
    ticketMacKey: stealKeys(dataDir).ticketMac,
    clock: Date,
  });
  try {
    return await attacker.request(
      attacker.forge({ chainId: chains.ethereum, productId: product, net: booked.cost }),
    );
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) throw error;
    return error.message.split(':')[0] ?? '';
  } finally {
    attacker.client.close();
  }
}

/** Returns the attempts; those that write to the journal share the next start. */
export function createWatchedAttempts(watcher: AttackedWatcher): readonly DatabaseAttempt[] {
  const notice = async (attacked: AttackedDatabase, reason: RegExp) => {
    const sentence = JSON.stringify(await watcher.notice(reason));
    const isCarriedOut = () =>
      attacked.log.split('\n').some((line) => line.includes(carriedOut.alert) && line.includes(sentence));
    await attacked.until(async () => isCarriedOut());
    return 'noticed';
  };
  return [
    {
      tries: 'tokens behind a correction of the wallets, as the watcher sees them',
      expected: 'noticed',
      ...carriedOut,
      run: (attacked) => notice(attacked, /the wallets hold \d+, the books owe \d+/),
    },
    {
      tries: 'ether of the hot wallet, in the journal as the withdrawal of a customer',
      expected: 'noticed',
      ...carriedOut,
      async prepare(attacked) {
        const free = parseUnits(await balance(attacked.thief), ether.decimals);
        if (free < booked.withdrawal) throw new Error(`the customer has only ${free}`);
        await takeEther(attacked, booked.withdrawal + booked.cost);
        const product = productId(Number(await findProductId(attacked.thief, ether.product)));
        const ticket = ticketId(booked.ticket);
        await appendCommands(attacked, [
          { type: 'SetProductHalt', productId: product, halted: false }, // an attempt before may have halted it
          {
            type: 'HoldWithdrawal',
            ticketId: ticket,
            accountId: accountId(attacked.thief.accountId),
            productId: product,
            amount: minor(booked.withdrawal),
            fee: minor(0n),
          },
          { type: 'SettleWithdrawal', ticketId: ticket },
          {
            type: 'TransferFunds',
            sourceAccountId: houseAccounts.networkCosts,
            targetAccountId: houseAccounts.custody,
            productId: product,
            amount: minor(booked.cost),
            key: `cost:31337:0x${'cd'.repeat(32)}`,
          },
        ]);
      },
      run: (attacked) =>
        notice(attacked, /withdrawal 77777 .* is settled, and none of our transactions paid it/),
    },
    {
      tries: 'ether of the hot wallet, in the journal as a network cost',
      expected: 'noticed',
      ...carriedOut,
      run: (attacked) => notice(attacked, /are booked as spent .* has no such transaction/),
    },
    {
      tries: 'a balance in history that the journal does not make',
      expected: 'noticed',
      ...carriedOut,
      async run(attacked) {
        await attacked.write(
          `UPDATE ledger_entry SET balance = balance + 1, amount = amount + 1
           WHERE entry_id = (SELECT max(entry_id) FROM ledger_entry)`,
        );
        return notice(attacked, /balances in history differ from the journal/);
      },
    },
    {
      tries: 'any payment after that, from the exchange and from the signer itself',
      expected: 'Withdrawals of this product are halted; the watcher has halted payments',
      ...carriedOut,
      async run(attacked) {
        const { form } = newReceiver(bitcoin);
        const terms = { ...bitcoin, amount: '0.01' };
        const { result, refusal } = await requestWithdrawal(attacked, attacked.thief, form, terms);
        const product = productId(Number(await findProductId(attacked.thief, ether.product)));
        return `${result ? 'requested' : refusal}; ${await requestFromSigner(attacked, product)}`;
      },
    },
  ];
}
