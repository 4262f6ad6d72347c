/** `npm run carry-over`: shows what version 0.1 left in the database, and records who trusts it. See docs/guides/from-0.1.md. */
import { runProgram } from './program.mjs';

await runProgram('carry-over');
