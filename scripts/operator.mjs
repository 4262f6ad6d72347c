/**
 * `npm run operator -- <command>`: what operators do, beside a running Salar. `npm run operator -- help` lists it all.
 * Which Salar: SALAR_DATA_DIR, as for `npm start`.
 */
import { runProgram } from './program.mjs';

await runProgram('operator');
