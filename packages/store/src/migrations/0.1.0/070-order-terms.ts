import type { Migration } from '../index.ts';

/**
 * Optional parts of finished orders, which few of them have: terms, a stop, an order that they replaced.
 *
 * A table of its own beside `order_history`, so that a plain order's row stays short. A part that an order does not have
 * is null as a whole.
 */
export const orderTerms: Migration = {
  id: '070-order-terms',
  sql: `
    CREATE TABLE order_terms (
      order_id bigint PRIMARY KEY,
      display_quantity numeric,
      expires_at bigint,
      oco_order_id bigint,
      stop_trigger smallint,
      stop_price bigint,
      trailing_amount bigint,
      limit_offset bigint,
      current_stop bigint,
      is_waiting boolean,
      origin_order_id bigint,
      origin_client_order_id bigint
    );
  `,
};
