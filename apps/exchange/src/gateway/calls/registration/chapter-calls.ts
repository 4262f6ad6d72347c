/** Declares the calls of this chapter, which see these groups of the services. */
import { callsWith } from '../../call.ts';

export const { publicCall } = callsWith<'authentication'>();
