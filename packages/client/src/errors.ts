/** Every reason for which a call can fail. */
import { isWireObject } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';

/** Base class of all errors of this client. */
export class SalarError extends Error {
  override readonly name: string = 'SalarError';
}

/** The exchange understood the call and refused it. The same call is likely to be refused again. */
export class SalarRefusal extends SalarError {
  override readonly name = 'SalarRefusal';
  /** A fixed text, such as `Not_Enough_Funds`. */
  readonly errormsg: string;
  /** 20 not authorized, 100 unreadable, 101 refused, 104 not found, 106 not supported. */
  readonly errorcode: number;
  /** Explanation of the refusal. */
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

/** There is no session, or it ended, or the key was rejected. The call had no effect. */
export class NotSignedIn extends SalarError {
  override readonly name = 'NotSignedIn';
}

/** Worth another attempt later. */
abstract class NotNow extends SalarError {
  /** How long to wait, when the exchange says so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The rate limit is exceeded. The call had no effect. */
export class TooManyRequests extends NotNow {
  override readonly name = 'TooManyRequests';

  constructor(retryAfterSeconds: number | null = null) {
    super('Too many requests', retryAfterSeconds);
  }
}

/** The exchange is reachable but cannot serve now. The call had no effect. */
export class OutOfService extends NotNow {
  override readonly name = 'OutOfService';

  constructor(retryAfterSeconds: number | null = null) {
    super('The exchange is out of service', retryAfterSeconds);
  }
}

/** The first request under this key is still running. Sent again a little later, the call gets its answer. */
export class StillRunning extends NotNow {
  override readonly name = 'StillRunning';

  constructor(retryAfterSeconds: number | null = null) {
    super('The first request is still running', retryAfterSeconds);
  }
}

/** Another request was sent under this key before. The call had no effect. */
export class KeyReused extends SalarError {
  override readonly name = 'KeyReused';
}

/** No answer arrived: no connection, a broken one, or a timeout. */
export class NoAnswer extends SalarError {
  override readonly name = 'NoAnswer';
  /** The request may have been sent: whether it was carried out is unknown. */
  readonly wasSent: boolean;
  /** The timeout passed. */
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

/** The answer does not have the declared shape. The call may have been carried out. */
export class UnexpectedAnswer extends SalarError {
  override readonly name = 'UnexpectedAnswer';
}

/** `false` with this code is no refusal: a list of orders was accepted and is being processed. */
const inProcess = 107;

/** Returns the refusal in a generic answer, or in the answer to an order; null for every other answer. */
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
