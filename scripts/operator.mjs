/**
 * `npm run operator -- <command>`: the operators' command line, beside a running Salar. `npm run operator -- help`
 * lists the commands. SALAR_DATA_DIR selects the exchange, as for `npm start`.
 */
import { runProgram } from './program.mjs';

await runProgram('operator');
