/** Declares the calls of this chapter, which see these groups of the services. */
import { callsWith } from '../../call.ts';

type Groups = 'access';
export const { sessionCall } = callsWith<Groups>();
