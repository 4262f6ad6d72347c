/** Declares the calls of this chapter, which see these groups of the services. */
import { callsWith } from '../../call.ts';
import type * as call from '../../call.ts';

type Groups = 'accounts' | 'authentication' | 'transfers' | 'verification';
export const { publicCall, sessionCall } = callsWith<Groups>();
export type SessionContext = call.SessionContext<Groups>;
