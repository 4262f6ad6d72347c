import { api } from './api.ts';

const { useHasLocalPagesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    hasLocalPages: build.query<boolean, void>({
      queryFn: async () => ({ data: await detectLocalPages() }),
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/** True when the exchange runs in the local profile and serves its pages under `/local`. Checked once per visit. */
export function useHasLocalPages(): boolean {
  return useHasLocalPagesQuery(undefined, { selectFromResult: ({ data = false }) => ({ data }) }).data;
}

/** Any other answer, or none, means that there are no local pages to link to. */
async function detectLocalPages(): Promise<boolean> {
  try {
    const answer = await fetch('/local/status');
    await answer.text(); // read to the end, so that the connection is released
    return answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
