import { api } from './api.ts';

/** The calls of the security page, with the pieces of it that a change makes out of date. */
export const securityApi = api.enhanceEndpoints({
  addTagTypes: ['SecondFactor', 'Passkeys', 'Sessions', 'Activity'],
});
