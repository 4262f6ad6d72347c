import type { Generic } from '@salar/client/generated/calls';
import type { WireValue } from '@salar/client/lossless-json';
import { WireRow } from './wire-row.ts';
import type { Wire } from './wire-row.ts';

/** The server's generic answer. A business refusal is an answer, not a connection failure. */
export type GenericAnswer = {
  /** True when the call was accepted. */
  readonly isAccepted: boolean;
  readonly message: string | null;
  /** 0 on success. */
  readonly code: number;
  readonly detail: string | null;
};

/** Reads the generic answer of a call, or the refusal of any other call. */
export function readGenericAnswer(answer: Wire<unknown> | WireValue): GenericAnswer {
  const row = new WireRow<Generic>(answer);
  return {
    isAccepted: row.flag('result'),
    message: row.textOr('errormsg', null) || null,
    code: row.integerOr('errorcode', 0),
    detail: row.textOr('detail', null) || null,
  };
}

/** True for a value with a refusal that a page may show: `{result:false,...}`, or the message of any other call. */
export function holdsRefusal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const row = value as Readonly<Record<string, unknown>>;
  return row['result'] === false || Boolean(row['errormsg']) || Boolean(row['errorMessage']);
}

/** True for `{result:false,...}`, the form of every business refusal. */
export function isRefusalAnswer(value: WireValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value['result'] === false;
}
