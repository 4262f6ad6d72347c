import { api } from './api.ts';

/** The API with the cache tags of the security page. */
export const securityApi = api.enhanceEndpoints({
  addTagTypes: ['SecondFactor', 'Passkeys', 'Sessions', 'Activity'],
});
