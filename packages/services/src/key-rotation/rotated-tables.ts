/**
 * Lists the tables whose rows are moved to the current sealing key.
 *
 * What ends within a day is not: sessions, mailed codes, pending sign-ins, challenges, mails and kept answers. Recovery codes cannot
 * be: only their hashes are stored, and those made under a former key end with it.
 */
import { userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import { withSeals } from '@salar/store';
import type { ColumnSeals } from '@salar/store';
import { findApiKey, writeApiKeyMac } from '@salar/store/tables/sign-in/api-keys';
import { findDevice, touchDevice } from '@salar/store/tables/sign-in/devices';
import { findPasskeyById, writePasskeyMac } from '@salar/store/tables/sign-in/passkeys';
import { lockColumns, writeColumns } from '@salar/store/tables/key-rotation';
import type { RotatedColumns } from '@salar/store/tables/key-rotation';
import { resealWithdrawal } from '@salar/store/tables/tickets/former-receivers';
import type { UserRecords } from '../accounts/user-records.ts';
import { toProvableKey } from '../api-keys/api-key-proof.ts';
import { buildSecretContext } from '../api-keys/api-key-store.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import { DestinationRecords } from '../destinations/destination-records.ts';
import { toProvablePasskey } from '../passkeys/passkey-proof.ts';
import { buildFactorContext } from '../second-factor/code-checker.ts';
import type { FactorRecords } from '../second-factor/factor-records.ts';
import { toProvableDevice } from '../sessions/device-registry.ts';
import { BrazilSeals, toBrazilLocation } from '../verification/brazil-seals.ts';
import { LevelRecords } from '../verification/level-records.ts';
import { toLevelLocation } from '../verification/level-request-seals.ts';
import { ReviewRecords } from '../verification/review-records.ts';
import type { RotatedTable } from './key-rotation.ts';

type Keys = {
  readonly box: SealedBox;
  readonly macs: RowMacs;
  readonly seals: ColumnSeals;
  readonly records: UserRecords;
  readonly factors: FactorRecords;
};

const toUserId = (id: string): UserId => userId(Number(id));

export function listRotatedTables(keys: Keys): readonly RotatedTable[] {
  const { box, macs, records, factors } = keys;
  const destinations = new DestinationRecords(keys);
  return [
    {
      table: 'app_user',
      key: 'user_id',
      columns: ['mac'],
      rotate: (tx, id) => records.proveAgain(tx, toUserId(id)),
    },
    {
      table: 'second_factor',
      key: 'user_id',
      columns: ['mac', 'secret'],
      rotate: (tx, id) =>
        factors.proveAgain(tx, toUserId(id), (secret) =>
          box.reseal(secret, buildFactorContext(toUserId(id))),
        ),
    },
    passkeys(keys),
    apiKeys(keys),
    devices(keys),
    {
      table: 'destination',
      key: 'id',
      columns: ['mac', 'sealed_receiver'],
      rotate: (tx, id) => destinations.proveAgain(tx, id),
    },
    // The operator's MAC covers the sealed secret: the operator enrols the authenticator again.
    { table: 'operator', key: 'name', columns: ['totp_secret'], rotate: () => Promise.resolve(false) },
    levelRequests(keys),
    {
      table: 'verification_review',
      key: 'event_id',
      columns: ['mac'],
      rotate: (tx, id) => new ReviewRecords(macs).proveAgain(tx, id),
    },
    sealed(box, { table: 'level_document', key: 'document_id', columns: ['name', 'content'] }, (id, column) =>
      toLevelLocation('level_document', Number(id), column),
    ),
    brazil(box),
  ];
}

/** Tickets are written under the epoch of this process, by a connection of their own. Their MACs have keys of their own, too. */
export function listRotatedReceivers(seals: ColumnSeals): readonly RotatedTable[] {
  return [
    {
      table: 'withdrawal',
      key: 'ticket_id',
      columns: ['sealed_receiver'],
      rotate: (tx, id) => resealWithdrawal(withSeals(tx, seals), id),
    },
  ];
}

/** A table with sealed columns and no MACs. */
function sealed(
  box: SealedBox,
  columns: RotatedColumns,
  toLocation: (id: string, column: string) => string,
): RotatedTable {
  return {
    ...columns,
    async rotate(tx, id) {
      const row = await lockColumns(tx, columns, id);
      if (row === null) return false;
      const resealed = Object.entries(row).map(([column, value]): [string, Buffer | null] => [
        column,
        value && box.reseal(value, toLocation(id, column)),
      ]);
      await writeColumns(tx, columns, id, Object.fromEntries(resealed));
      return true;
    },
  };
}

/** The tax number has a keyed hash, by which a second customer with it is found. */
function brazil(box: SealedBox): RotatedTable {
  const columns = { table: 'brazil_validation', key: 'user_id', columns: ['form', 'hosted_url'] };
  const forms = sealed(box, columns, (id, column) => toBrazilLocation(column, toUserId(id)));
  const seals = new BrazilSeals(box);
  const hash = { ...columns, columns: ['tax_id_key'] };
  return {
    ...columns,
    async rotate(tx, id) {
      const row = await lockColumns(tx, columns, id);
      const kept = await lockColumns(tx, hash, id);
      if (row?.['form'] == null || !(await forms.rotate(tx, id))) return false;
      if (kept?.['tax_id_key'] == null) return true; // the number went to another customer
      const [taxIdKey] = seals.taxIdKeys(seals.openForm(toUserId(id), row['form']).taxIdNumber);
      await writeColumns(tx, columns, id, { tax_id_key: taxIdKey });
      return true;
    },
  };
}

/** The form is sealed for the number of its request, and not covered by the MAC. */
function levelRequests({ box, macs }: Keys): RotatedTable {
  const records = new LevelRecords(macs);
  const columns = { table: 'level_request', key: 'request_id', columns: ['funds'] };
  const funds = sealed(box, columns, (id) => toLevelLocation('level_request', Number(id), 'funds'));
  return {
    ...columns,
    columns: ['mac', 'funds'],
    rotate: async (tx, id) => (await records.proveAgain(tx, Number(id))) && funds.rotate(tx, id),
  };
}

function passkeys({ macs }: Keys): RotatedTable {
  return {
    table: 'passkey',
    key: 'passkey_id',
    columns: ['mac'],
    async rotate(tx, id) {
      const row = await findPasskeyById(tx, id);
      if (row === null || !macs.isProved(toProvablePasskey(row), row.mac)) return false;
      await writePasskeyMac(tx, id, macs.compute(toProvablePasskey(row)));
      return true;
    },
  };
}

function apiKeys({ box, macs }: Keys): RotatedTable {
  const columns = { table: 'api_key', key: 'api_key', columns: ['mac', 'sealed_secret'] };
  return {
    ...columns,
    async rotate(tx, id) {
      await lockColumns(tx, columns, id);
      const row = await findApiKey(tx, id);
      if (row === null || !macs.isProved(toProvableKey(row), row.mac)) return false;
      const sealedSecret = box.reseal(row.sealedSecret, buildSecretContext(id));
      await writeColumns(tx, columns, id, { sealed_secret: sealedSecret });
      await writeApiKeyMac(tx, id, macs.compute(toProvableKey({ ...row, sealedSecret })));
      return true;
    },
  };
}

function devices({ macs }: Keys): RotatedTable {
  const columns = { table: 'device', key: 'device_id', columns: ['mac'] };
  return {
    ...columns,
    async rotate(tx, id) {
      await lockColumns(tx, columns, id);
      const row = await findDevice(tx, id);
      if (row === null || !macs.isProved(toProvableDevice(row), row.mac)) return false;
      await touchDevice(tx, { ...row, mac: macs.compute(toProvableDevice(row)) });
      return true;
    },
  };
}
