import type { ApiRequest } from './base-query.ts';
import { omsId } from './api.ts';

/** A call of the main service. */
export function call(name: string, body: Readonly<Record<string, unknown>> = {}): ApiRequest {
  return { path: `/AP/${name}`, body };
}

/** A call of the main service that names the order management system. */
export function omsCall(name: string, body: Readonly<Record<string, unknown>> = {}): ApiRequest {
  return call(name, { OMSId: omsId, ...body });
}
