/**
 * `npm run replay [-- --from-genesis] [-- --until N]`: replays the journal up to its end or to command N and compares
 * the state with the snapshots on the way. SALAR_DATA_DIR or DATABASE_URL selects the books, as for `npm start`.
 */
import { runProgram } from './program.mjs';

await runProgram('replay');
