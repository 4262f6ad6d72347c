/** Parses Avenia's records. Fields we do not need are ignored; an unexpected shape throws. */
import { millis } from '@salar/protocol';
import { RampUnavailable } from '@salar/services/ports/ramp-provider';
import type { RampAttempt, RampAttemptStatus } from '@salar/services/ports/ramp-provider';

export type AveniaRecord = { readonly [name: string]: unknown };

export function isRecord(value: unknown): value is AveniaRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readRecord(value: unknown, what: string): AveniaRecord {
  if (!isRecord(value)) throw unreadable(what);
  return value;
}

/** Reads a text field of a record. */
export function readText(record: AveniaRecord, name: string): string {
  const value = record[name];
  if (typeof value !== 'string' || value === '') throw unreadable(name);
  return value;
}

export function readOptionalText(record: AveniaRecord, name: string): string | null {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the list in an answer, under its name or bare. */
export function readList(answer: unknown, name: string): readonly AveniaRecord[] {
  const list = Array.isArray(answer) ? answer : readRecord(answer, name)[name];
  if (!Array.isArray(list)) throw unreadable(name);
  return list.map((one) => readRecord(one, name));
}

const commentLengthMax = 300;

/** Reads an attempt of the check of a person. */
export function readAttempt(record: AveniaRecord): RampAttempt {
  const providerStatus = readText(record, 'status').toUpperCase();
  const status = toAttemptStatus(providerStatus, readOptionalText(record, 'result')?.toUpperCase() ?? null);
  return {
    attemptId: readText(record, 'id'),
    status,
    isWithCustomer: providerStatus === 'PENDING',
    comment: readOptionalText(record, 'resultMessage')?.slice(0, commentLengthMax) ?? null,
    canRetry: record['retryable'] === true,
    updatedAt: readTime(record, 'updatedAt'),
  };
}

function toAttemptStatus(status: string, result: string | null): RampAttemptStatus {
  if (status === 'PENDING' || status === 'PROCESSING') return 'processing';
  if (status === 'EXPIRED') return 'expired';
  if (status === 'COMPLETED' && result === 'APPROVED') return 'verified';
  if (status === 'COMPLETED' && result === 'REJECTED') return 'rejected';
  throw unreadable('status');
}

function readTime(record: AveniaRecord, name: string) {
  const at = Date.parse(readText(record, name));
  if (Number.isNaN(at)) throw unreadable(name);
  return millis(at);
}

function unreadable(what: string): RampUnavailable {
  return new RampUnavailable(`the provider's ${what} cannot be read`);
}
