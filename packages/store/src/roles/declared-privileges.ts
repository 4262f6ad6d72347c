/**
 * Privileges of each role on each table: the only place where one is declared. `migrate` grants what is written
 * here and revokes the rest. A table that is missing grants nothing to any role, and a test fails.
 *
 * - The owner of the tables runs migrations and maintenance. It is a login of its own, not declared here.
 * - `salar_core` is the exchange while it runs. It appends to the journal and to the logs and cannot change a row of
 *   them, and it changes no table's definition.
 * - `salar_reader` reads what the books are verified from, and nothing that grants access to an account.
 * - `salar_watcher` reads what the books and the wallets are verified from, and adds its halts.
 */

export const roles = ['salar_core', 'salar_reader', 'salar_watcher'] as const;
export type Role = (typeof roles)[number];

/** The privileges of a table in PostgreSQL, in the order in which they are listed. */
export const privileges = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'TRUNCATE',
  'REFERENCES',
  'TRIGGER',
] as const;
export type Privilege = (typeof privileges)[number];

type TablePrivileges = Readonly<Record<string, Readonly<Record<Role, readonly Privilege[]>>>>;

/** The privileges on the tables of one list of migrations, and what the exchange uses beside them. */
export type DeclaredPrivileges = {
  readonly tables: TablePrivileges;
  /** Sequences from which the exchange takes numbers. */
  readonly coreSequences: readonly string[];
  /** Functions that run with the privileges of the owner. Each does one thing that `salar_core` may not do itself. */
  readonly coreFunctions: readonly string[];
};

const read = ['SELECT'] as const;
const append = ['SELECT', 'INSERT'] as const;
const update = ['SELECT', 'UPDATE'] as const;
const write = ['SELECT', 'INSERT', 'UPDATE'] as const;
const fold = ['SELECT', 'INSERT', 'DELETE'] as const;
const remove = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

const books = (core: readonly Privilege[]) => ({ salar_core: core, salar_reader: read, salar_watcher: read });
const wallets = (core: readonly Privilege[]) => ({ salar_core: core, salar_reader: [], salar_watcher: read });
const service = (core: readonly Privilege[]) => ({ salar_core: core, salar_reader: [], salar_watcher: [] });

/** A part of the journal has the privileges of `journal`. */
const tables: TablePrivileges = {
  migration: books(read),
  installation: books(append),
  wallet_identity: service(append),
  journal: books(append),
  writer_lease: books(update),
  snapshot: books(remove),
  projection: books(update),
  order_history: books(append),
  order_terms: books(append),
  trade: books(append),
  ledger_entry: books(append),
  candle: books(remove),

  deposit: books(write),
  withdrawal: books(remove),
  withdrawal_challenge: service(fold),
  withdrawal_request: service(write),
  withdrawal_signature: service(fold),
  ticket_comment: service(append),
  ticket_step: service(append),
  payment: wallets(remove),
  payment_approval: service(write),
  payment_attempt: wallets(append),
  destination: service(remove),
  keyed_request: service(remove),

  address_counter: service(write),
  bitcoin_output: wallets(write),
  chain_block: service(remove),
  chain_cursor: service(write),
  deposit_address: wallets(write),
  hot_nonce: service(write),
  cold_refill: wallets(write),
  house_move: wallets(write),
  house_move_attempt: wallets(append),
  network_cost: wallets(append),
  untraced_transaction: service(remove),

  bank_entry: service(append),
  bank_statement: service(write),
  bank_statement_line: service(write),
  operator: service(write),
  operator_audit: service(append),
  operator_request: service(append),
  proposal: service(write),
  reconciliation: service(write),
  wallet_correction: service(write),

  app_user: service(write),
  account_link: service(append),
  account_link_claim: service(fold),
  brazil_validation: service(write),
  level_document: service(remove),
  level_request: service(write),
  user_config: service(write),
  verification_review: service(write),

  api_key: service(remove),
  api_key_usage: service(remove),
  audit_chain: service(append),
  audit_entry: service(append),
  credential_change: service(read),
  device: service(remove),
  email_code: service(write),
  passkey: service(remove),
  passkey_challenge: service(fold),
  passkey_removal: service(remove),
  pending_sign_in: service(remove),
  recovery_code: service(remove),
  second_factor: service(write),
  user_session: service(remove),

  watcher_halt: { salar_core: update, salar_reader: [], salar_watcher: append },

  mail_outbox: service(write),
  webhook_event: service(remove),
};

export const storePrivileges: DeclaredPrivileges = {
  tables,
  coreSequences: [
    'account_id_seq',
    'cold_refill_number',
    'house_move_number',
    'level_document_number',
    'ticket_number',
  ],
  coreFunctions: ['delete_unverified_users()', 'lock_journal()', 'make_journal_part(bigint, bigint)'],
};
