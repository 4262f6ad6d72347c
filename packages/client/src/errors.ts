/** Everything that can keep a call from being answered with what was asked for. */
import { isWireObject } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';

/** What all errors of this client have in common. */
export class SalarError extends Error {
  override readonly name: string = 'SalarError';
}

/** The exchange understood the call and said no. The same call is likely to be refused again. */
export class SalarRefusal extends SalarError {
  override readonly name = 'SalarRefusal';
  /** A fixed text, such as `Not_Enough_Funds`. */
  readonly errormsg: string;
  /** 20 not allowed, 100 unreadable, 101 refused, 104 not found, 106 not offered. */
  readonly errorcode: number;
  /** Why, in words. */
  readonly detail: string | null;

  constructor(refusal: {
    readonly errormsg: string;
    readonly errorcode: number;
    readonly detail: string | null;
  }) {
    super([refusal.errormsg, refusal.detail].filter(Boolean).join(': '));
    this.errormsg = refusal.errormsg;
    this.errorcode = refusal.errorcode;
    this.detail = refusal.detail;
  }
}

/** There is no session, or it ended, or the key was not accepted. Nothing was done. */
export class NotSignedIn extends SalarError {
  override readonly name = 'NotSignedIn';
}

/** Worth another try later. */
abstract class NotNow extends SalarError {
  /** How long to wait, when the exchange says so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Asked too often. Nothing was done. */
export class TooManyRequests extends NotNow {
  override readonly name = 'TooManyRequests';

  constructor(retryAfterSeconds: number | null = null) {
    super('Too many requests', retryAfterSeconds);
  }
}

/** The exchange is there and cannot serve now. Nothing was done. */
export class OutOfService extends NotNow {
  override readonly name = 'OutOfService';

  constructor(retryAfterSeconds: number | null = null) {
    super('The exchange is out of service', retryAfterSeconds);
  }
}

/** What was sent under this key before is still being done. Sent again a little later, the call has its answer. */
export class StillRunning extends NotNow {
  override readonly name = 'StillRunning';

  constructor(retryAfterSeconds: number | null = null) {
    super('The first request is still being worked on', retryAfterSeconds);
  }
}

/** Something else was sent under this key before. Nothing was done. */
export class KeyReused extends SalarError {
  override readonly name = 'KeyReused';
}

/** No answer came: no connection, a broken one, or none in time. */
export class NoAnswer extends SalarError {
  override readonly name = 'NoAnswer';
  /** The request may have left: nobody can say whether it was carried out. */
  readonly wasSent: boolean;
  /** It was waited for as long as was agreed. */
  readonly isLate: boolean;

  constructor(
    message: string,
    {
      wasSent,
      isLate = false,
      ...options
    }: ErrorOptions & { readonly wasSent: boolean; readonly isLate?: boolean },
  ) {
    super(message, options);
    this.wasSent = wasSent;
    this.isLate = isLate;
  }
}

/** The answer is not what the call promises. What was asked may have been carried out. */
export class UnexpectedAnswer extends SalarError {
  override readonly name = 'UnexpectedAnswer';
}

/** `false` with this code is no refusal: a list of orders was taken and is being worked on. */
const inProcess = 107;

/** The refusal in an answer of the generic form, or in that of an order; null for every other answer. */
export function parseRefusal(answer: WireValue): SalarRefusal | null {
  if (!isWireObject(answer)) return null;
  if (answer['result'] !== false && answer['status'] !== 'Rejected') return null;
  const { errormsg, detail } = answer;
  const errorcode = Number(answer['errorcode'] ?? 0);
  if (errorcode === inProcess) return null;
  return new SalarRefusal({
    errormsg: typeof errormsg === 'string' ? errormsg : '',
    errorcode,
    detail: typeof detail === 'string' ? detail : null,
  });
}
