/** The generic answer of the wire, and its fixed error codes and texts. */
import { boolean, integer, nullable, object, optional, text, writeJson } from './shapes.ts';
import type { ShapeOf } from './shapes.ts';

export const genericShape = object({
  result: boolean,
  errormsg: nullable(text),
  errorcode: integer,
  detail: nullable(text),
  /** Only in refusals of SendOrder, for clients that index it. */
  status: optional(text),
});
export type Generic = ShapeOf<typeof genericShape>;

/** Returns `{result: true}`, with a text in `detail` where a call documents one. */
export function accepted(detail: string | null = null): Generic {
  return { result: true, errormsg: null, errorcode: 0, detail };
}

/** The code and fixed text of each kind of refusal. */
export const errors = {
  notAuthorized: { errorcode: 20, errormsg: 'Not Authorized' },
  invalidRequest: { errorcode: 100, errormsg: 'Invalid Request' },
  operationFailed: { errorcode: 101, errormsg: 'Operation Failed' },
  serverError: { errorcode: 102, errormsg: 'Server Error' },
  notFound: { errorcode: 104, errormsg: 'Resource Not Found' },
  inProcess: { errorcode: 107, errormsg: 'Operation In Process' },
  notSupported: { errorcode: 106, errormsg: 'Operation Not Supported' },
} as const;
export type ErrorKind = keyof typeof errors;

/** Returns a refusal in the generic form. `errormsg` replaces the fixed text where clients expect another one. */
export function refused(kind: ErrorKind, detail: string | null = null, errormsg?: string): Generic {
  return {
    result: false,
    errormsg: errormsg ?? errors[kind].errormsg,
    errorcode: errors[kind].errorcode,
    detail,
  };
}

export function writeGeneric(answer: Generic): string {
  return writeJson(genericShape, answer);
}
