import type { Migration } from '../index.ts';

/**
 * Chains the audit record: each entry is linked behind the one before by a hash, so that a changed or missing one shows.
 *
 * The link is made when its transaction commits, by a deferred trigger: writers wait for one another for that moment only,
 * and holding other locks meanwhile cannot make them wait in a circle.
 */
export const auditChain: Migration = {
  id: '106-audit-chain',
  sql: `
CREATE TABLE audit_chain (
  -- From 1, without gaps.
  link          bigint PRIMARY KEY,
  entry_id      bigint NOT NULL UNIQUE REFERENCES audit_entry,
  previous_hash bytea NOT NULL,
  -- SHA-256 over the former hash and everything that the entry says.
  hash          bytea NOT NULL
);
CREATE TRIGGER audit_chain_grows_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION link_audit(entry audit_entry) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  newest audit_chain%ROWTYPE;
  said   text := jsonb_build_array(entry.entry_id, entry.at, entry.user_id, entry.request_ip, entry.action,
                                   entry.object, entry.detail)::text;
BEGIN
  PERFORM pg_advisory_xact_lock(7236222); -- any constant; only this function takes it
  SELECT * INTO newest FROM audit_chain ORDER BY link DESC LIMIT 1;
  newest.hash := coalesce(newest.hash, decode(repeat('00', 32), 'hex'));
  INSERT INTO audit_chain (link, entry_id, previous_hash, hash)
  VALUES (coalesce(newest.link, 0) + 1, entry.entry_id, newest.hash,
          sha256(newest.hash || convert_to(said, 'UTF8')));
END $$;

DO $$
DECLARE
  entry audit_entry%ROWTYPE;
BEGIN
  FOR entry IN SELECT * FROM audit_entry ORDER BY entry_id LOOP
    PERFORM link_audit(entry);
  END LOOP;
END $$;

CREATE FUNCTION link_new_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM link_audit(NEW);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_entry_linked AFTER INSERT ON audit_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_new_audit();
`,
};
