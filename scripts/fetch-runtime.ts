/** Prints the version and the path of the other Node for scripts/test-runtimes.mjs; null for a platform without a pinned package. */
import { chooseOther, fetchRuntime, isPinned } from './runtimes/runtimes.ts';

const other = chooseOther(process.versions.node);
console.log(JSON.stringify({ version: other.version, node: isPinned(other) ? fetchRuntime(other) : null }));
