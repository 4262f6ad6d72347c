/**
 * `npm run verify`: replays the journal and compares it with what customers see, beside a running Salar or on a
 * stopped one. SALAR_DATA_DIR or DATABASE_URL selects the books, as for `npm start`.
 */
import { runProgram } from './program.mjs';

await runProgram('verify');
