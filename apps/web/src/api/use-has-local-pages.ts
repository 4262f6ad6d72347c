import { api } from './api.ts';

const { useHasLocalPagesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    hasLocalPages: build.query<boolean, void>({
      queryFn: async () => ({ data: await ask() }),
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/** True when the exchange runs as the local profile and serves its pages under `/local`. Asked once per visit. */
export function useHasLocalPages(): boolean {
  return useHasLocalPagesQuery(undefined, { selectFromResult: ({ data = false }) => ({ data }) }).data;
}

/** Any other answer, or none, means there are no local pages to link to. */
async function ask(): Promise<boolean> {
  try {
    const answer = await fetch('/local/status');
    await answer.text(); // read to its end, so that the connection is free again
    return answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
