/** The tables and their columns. Generated from the migrations by `npm run table-types`: do not edit. */
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { AccountKind, DocumentKind, DocumentType } from '@salar/protocol/level-requests';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Read as `Millis`; any number may be written. */
type Time = ColumnType<Millis, number, number>;
type OptionalTime = ColumnType<Millis | null, number | null, number | null>;

export type Tables = {
  account_link: {
    account_id: AccountId;
    user_id: UserId;
    user_name: string;
    user_name_key: string;
    wallet_address: string;
    linked_at: Time;
  };
  account_link_claim: { account_id: AccountId; user_name: string; wallet_address: string; claimed_at: Time };
  address_counter: { family: string; next_index: number };
  api_key: {
    api_key: string;
    user_id: UserId;
    sealed_secret: Buffer;
    permissions: readonly string[];
    addresses: readonly string[];
    created_at: Time;
    last_used_at: OptionalTime;
    signed_requests_only: Generated<boolean>;
    mac: Buffer | null;
    daily_notional: Minor | null;
  };
  api_key_usage: { api_key: string; day: number; notional: Minor };
  app_user: {
    user_id: GeneratedAlways<UserId>;
    account_id: Generated<AccountId>;
    user_name: string;
    user_name_key: string;
    email: string;
    email_key: string;
    password_hash: string;
    account_type: Generated<AccountKind>;
    is_email_verified: Generated<boolean>;
    is_account_open: Generated<boolean>;
    failed_attempts: Generated<number>;
    locked_at: OptionalTime;
    created_at: Time;
    password_version: Generated<number>;
    is_locked_by_operator: Generated<boolean>;
    mac: Buffer | null;
    factor_version: Generated<number>;
    credentials_changed_at: OptionalTime;
    is_frozen: Generated<boolean>;
    freeze_count: Generated<number>;
  };
  audit_chain: { link: number; entry_id: number; previous_hash: Buffer; hash: Buffer };
  audit_entry: {
    entry_id: GeneratedAlways<number>;
    at: Time;
    user_id: UserId | null;
    request_ip: string | null;
    action: string;
    object: string | null;
    detail: string | null;
  };
  bank_entry: {
    entry_id: GeneratedAlways<number>;
    provider_id: number;
    product_id: ProductId;
    kind: 'funding' | 'credit' | 'payout' | 'return' | 'cost';
    amount: Minor;
    reference: string;
    ticket_id: TicketId | null;
    operator: string;
    at: Time;
    mac: Buffer | null;
  };
  bank_statement: {
    statement_id: GeneratedAlways<number>;
    provider_id: number;
    product_id: ProductId;
    account: string;
    format: 'OFX' | 'CAMT.053';
    first_day: string;
    last_day: string;
    opening: Minor;
    closing: Minor;
    lines: number;
    file_hash: Buffer;
    operator: string;
    at: Time;
    mac: Buffer;
  };
  bank_statement_line: {
    line_id: GeneratedAlways<number>;
    statement_id: number;
    line: number;
    provider_id: number;
    booked_on: string;
    amount: Minor;
    refs: readonly string[];
    ticket_id: TicketId | null;
    mac: Buffer;
  };
  bitcoin_output: {
    chain_id: number;
    tx_id: string;
    vout: number;
    amount: bigint;
    branch: 0 | 1 | 2 | 3 | 4 | 5;
    index: number;
    height: number | null;
    ticket_id: TicketId | null;
    spent_tx: string | null;
    spent_height: number | null;
    address: string | null;
    move_id: number | null;
    is_own: Generated<boolean>;
    taken_tx: string | null;
    taken_height: number | null;
  };
  brazil_validation: {
    user_id: UserId;
    tax_id_key: Buffer | null;
    form: Buffer;
    status: 'processing' | 'verified' | 'rejected' | 'expired';
    reference: string;
    sub_account_asked_at: OptionalTime;
    sub_account_id: string | null;
    attempt_id: string | null;
    hosted_url: Buffer | null;
    hosted_until: OptionalTime;
    comment: string | null;
    can_retry: Generated<boolean>;
    as_of: OptionalTime;
    check_at: OptionalTime;
    submitted_at: Time;
  };
  chain_block: { chain_id: number; height: number; hash: string };
  chain_cursor: { chain_id: number; height: number; hash: string };
  cold_refill: {
    refill_id: number;
    chain_id: number;
    product_id: ProductId;
    amount: bigint;
    status: 'Prepared' | 'Signed' | 'Sent' | 'Final' | 'Failed' | 'Dropped';
    prepared: string;
    authorisation: string | null;
    move_id: number | null;
    created_at: Time;
    updated_at: Time;
  };
  credential_change: {
    user_id: UserId;
    kind: 'password_reset' | 'second_factor' | 'email';
    changed_at: Time;
  };
  deposit: {
    ticket_id: TicketId;
    request_code: string;
    key: string;
    chain_id: number;
    account_id: AccountId;
    product_id: ProductId;
    provider_id: number;
    amount: Minor;
    status: 'Pending' | 'Confirmed' | 'FullyProcessed' | 'Rejected' | 'Failed';
    tx_id: string;
    position: string;
    from_address: string;
    to_address: string;
    block_height: number | null;
    block_hash: string | null;
    missing_since: number | null;
    confirmations_needed: number;
    reject_reason: string | null;
    created_at: Time;
    updated_at: Time;
    reversed_at: OptionalTime;
    sweep_move: number | null;
    held_at: OptionalTime;
    release_mac: Buffer | null;
    step: Generated<number>;
    status_before: string | null;
    status_by: string | null;
    status_at: OptionalTime;
    trail: Buffer | null;
    status_mac: Buffer | null;
  };
  deposit_address: {
    family: string;
    index: number;
    account_id: AccountId;
    address: string;
    mac: Buffer;
    created_at: Time;
  };
  destination: {
    id: string;
    user_id: UserId;
    account_id: AccountId;
    product_id: ProductId;
    template_type: string;
    name: string | null;
    identifier: string | null;
    code_hash: Buffer;
    code_expires_at: Time;
    verified_at: OptionalTime;
    created_at: Time;
    mac: Buffer | null;
    sealed_receiver: Buffer | null;
    receiver_key: Buffer | null;
  };
  device: {
    device_id: Generated<string>;
    user_id: UserId;
    token_hash: Buffer;
    agent: string | null;
    network: string;
    request_ip: string;
    first_seen_at: Time;
    last_seen_at: Time;
    mac: Buffer;
  };
  email_code: {
    code_id: GeneratedAlways<number>;
    user_id: UserId;
    purpose: string;
    code_hash: Buffer;
    created_at: Time;
    expires_at: Time;
    used_at: OptionalTime;
  };
  hot_nonce: { chain_id: number; sender: string; next_nonce: number };
  house_move: {
    move_id: number;
    chain_id: number;
    kind:
      | 'sweep'
      | 'gas'
      | 'refill'
      | 'cold'
      | 'relay'
      | 'carry_hot'
      | 'carry_gas'
      | 'carry_house'
      | 'to_house'
      | 'from_house';
    product_id: ProductId | null;
    address_index: number | null;
    sender: string;
    nonce: number | null;
    status: 'Sent' | 'Mined' | 'Final' | 'Failed';
    created_at: Time;
    updated_at: Time;
    signatures: string | null;
    amount: bigint | null;
  };
  house_move_attempt: {
    move_id: number;
    attempt: number;
    hash: string;
    raw: string;
    amount: bigint;
    fee_max: bigint | null;
    fee_priority: bigint | null;
    signed_height: number;
    created_at: Time;
    plan: string | null;
  };
  installation: { is_only: Generated<boolean>; profile: 'local' | 'production'; created_at: Time };
  keyed_request: {
    user_id: UserId;
    operation: string;
    key: string;
    body_mac: Buffer;
    sealed_answer: Buffer | null;
    expires_at: OptionalTime;
  };
  level_document: {
    document_id: number;
    request_id: number;
    kind: DocumentKind;
    name: Buffer | null;
    content_type: DocumentType;
    size_bytes: number;
    digest: Buffer;
    issued_on: string | null;
    content: Buffer | null;
    created_at: Time;
    removed_at: OptionalTime;
  };
  level_request: {
    request_id: GeneratedAlways<number>;
    user_id: UserId;
    level: number;
    status: 'Draft' | 'Submitted' | 'Returned' | 'Approved' | 'Rejected';
    funds: Buffer | null;
    comment: string | null;
    is_applied: Generated<boolean>;
    created_at: Time;
    submitted_at: OptionalTime;
    decided_at: OptionalTime;
    decided_by: string | null;
    mac: Buffer | null;
  };
  mail_outbox: {
    mail_id: GeneratedAlways<number>;
    dedup_key: string;
    user_id: UserId;
    recipient: string;
    kind: string;
    language: string;
    sealed: Buffer | null;
    status: Generated<'waiting' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    due_at: Time;
    created_at: Time;
    ended_at: OptionalTime;
    last_error: string | null;
  };
  network_cost: { chain_id: number; tx_id: string; product_id: ProductId; amount: bigint; created_at: Time };
  operator: {
    operator_id: GeneratedAlways<number>;
    name: string;
    role: 'support' | 'finance' | 'risk' | 'admin';
    secret_hash: Buffer | null;
    user_id: UserId | null;
    failed_attempts: Generated<number>;
    locked_until: OptionalTime;
    created_at: Time;
    removed_at: OptionalTime;
    public_key: string | null;
    totp_secret: Buffer | null;
    totp_step: number | null;
    mac: Buffer | null;
    version: Generated<number>;
  };
  operator_audit: {
    entry_id: number;
    at: Time;
    operator: string;
    act: string;
    phase: 'intent' | 'done' | 'refused' | 'failed' | 'interrupted' | 'read';
    intent_id: number | null;
    object: string;
    detail: string;
    previous_hash: Buffer;
    hash: Buffer;
    request_hash: Buffer | null;
  };
  operator_request: {
    request_hash: Buffer;
    operator: string;
    session: string;
    number: number;
    signed_text: string;
    body: string;
    signature: string;
  };
  passkey: {
    passkey_id: Generated<string>;
    user_id: UserId;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: readonly string[];
    name: string;
    created_at: Time;
    last_used_at: OptionalTime;
    counts_at: OptionalTime;
    registration_refusal: string | null;
    mac: Buffer | null;
  };
  passkey_challenge: {
    challenge_id: Generated<string>;
    purpose: string;
    user_id: UserId | null;
    challenge_hash: Buffer;
    created_at: Time;
    mac: Buffer;
  };
  passkey_removal: { credential_id: string; user_id: UserId; removed_at: Time; mac: Buffer | null };
  payment: { ticket_id: TicketId; chain_id: number; sender: string; nonce: number | null; created_at: Time };
  payment_approval: { ticket_id: TicketId; approver: string; signature: string; approved_at: Time };
  payment_attempt: {
    ticket_id: TicketId;
    attempt: number;
    hash: string;
    raw: string;
    fee_max: bigint | null;
    fee_priority: bigint | null;
    signed_height: number;
    created_at: Time;
    plan: string | null;
  };
  pending_sign_in: {
    token_hash: Buffer;
    user_id: UserId;
    kind: 'second_factor' | 'enrolment';
    created_at: Time;
    tries_left: number;
    password_version: number;
    mac: Buffer;
  };
  proposal: {
    proposal_id: GeneratedAlways<number>;
    act: string;
    params: string;
    facts: string;
    value: Minor | null;
    proposed_by: string;
    proposed_at: Time;
    expires_at: Time;
    status: 'open' | 'approved' | 'done' | 'refused' | 'declined' | 'expired';
    decided_by: string | null;
    decided_at: OptionalTime;
    outcome: string | null;
    mac: Buffer | null;
    approval_mac: Buffer | null;
  };
  reconciliation: {
    product_id: ProductId;
    part: string;
    expected: bigint;
    found: bigint;
    at: Time;
    different_since: OptionalTime;
  };
  recovery_code: { user_id: UserId; code_mac: Buffer; used_at: OptionalTime };
  second_factor: {
    user_id: UserId;
    secret: Buffer | null;
    made_at: OptionalTime;
    enabled_at: OptionalTime;
    account_step: Generated<number>;
    withdrawal_step: Generated<number>;
    tried_at: Generated<readonly string[]>;
    off_asked_by: string | null;
    off_asked_at: OptionalTime;
    reset_due_at: OptionalTime;
    mac: Buffer | null;
  };
  ticket_comment: {
    comment_id: GeneratedAlways<number>;
    request_code: string;
    user_id: UserId;
    comment: string;
    entered_at: Time;
  };
  ticket_step: {
    step_id: GeneratedAlways<number>;
    ticket_id: TicketId;
    status: string;
    tx_id: string | null;
    reason: string | null;
    at: Time;
    step: Generated<number>;
    status_before: string | null;
    status_by: string | null;
    account_id: AccountId | null;
    product_id: ProductId | null;
    amount: Minor | null;
    trail: Buffer | null;
  };
  untraced_transaction: {
    chain_id: number;
    tx_id: string;
    height: number;
    seen_at: Time;
    attempts: Generated<number>;
    next_at: Time;
  };
  user_config: { user_id: UserId; key: string; value: string };
  user_session: {
    token_hash: Buffer;
    user_id: UserId;
    created_at: Time;
    used_at: Time;
    request_ip: string | null;
    session_id: Generated<string>;
    proved_at: Time;
    device_id: string | null;
    agent: string | null;
    api_key: string | null;
    mac: Buffer;
  };
  verification_review: {
    event_id: string;
    user_id: UserId;
    level: number;
    status: string;
    comment: string | null;
    received_at: Time;
    is_applied: Generated<boolean>;
    review_number: GeneratedAlways<number>;
    as_of: Time;
    mac: Buffer | null;
  };
  wallet_correction: {
    key: string;
    chain_id: number;
    product_id: ProductId;
    ticket_id: TicketId;
    amount: bigint;
    reason: string;
    created_at: Time;
    mac: Buffer | null;
  };
  wallet_identity: { family: 'evm' | 'bitcoin' | 'tron'; fingerprint: Buffer; created_at: Time };
  watcher_halt: {
    halt_id: GeneratedAlways<number>;
    text: string;
    signature: string;
    handled_at: OptionalTime;
  };
  webhook_event: {
    event_id: GeneratedAlways<number>;
    provider: string;
    event_key: string;
    kind: string;
    facts: JSONColumnType<Readonly<Record<string, string>>>;
    status: Generated<'waiting' | 'done' | 'failed'>;
    attempts: Generated<number>;
    due_at: Time;
    last_error: string | null;
    received_at: Time;
    ended_at: OptionalTime;
  };
  withdrawal: {
    ticket_id: TicketId;
    request_code: string;
    user_id: UserId;
    account_id: AccountId;
    product_id: ProductId;
    provider_id: number;
    template_type: string;
    template_form: string | null;
    destination: string | null;
    amount: Minor;
    fee: Minor;
    status: string;
    mac: Buffer;
    request_ip: string | null;
    code_hash: Buffer | null;
    code_expires_at: OptionalTime;
    tx_id: string | null;
    reject_reason: string | null;
    money_done: Generated<boolean>;
    created_at: Time;
    updated_at: Time;
    notional: Minor | null;
    delayed_until: OptionalTime;
    accepted_at: OptionalTime;
    status_mac: Buffer | null;
    accepted_signed: Generated<boolean>;
    code_mac: Buffer | null;
    sealed_receiver: Buffer | null;
    receiver_key: Buffer | null;
    step: Generated<number>;
    status_before: string | null;
    status_by: string | null;
    trail: Buffer | null;
  };
  withdrawal_challenge: {
    challenge_hash: Buffer;
    user_id: UserId;
    ticket_id: TicketId;
    request_code: string;
    created_at: Time;
  };
  withdrawal_request: {
    user_id: UserId;
    key: string;
    body_hash: Buffer | null;
    ticket_id: TicketId;
    body_key: Buffer | null;
  };
  withdrawal_signature: { ticket_id: TicketId; credential_id: string; signature: string };
};
