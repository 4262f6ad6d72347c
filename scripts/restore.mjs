/**
 * `npm run restore -- --from DIR --into NEW_DATA_DIR [--until TIME | --until-sequence N]`: makes a new data directory out of
 * a backup, as the books were at a moment, and verifies them. See docs/recovery.md.
 */
import { runProgram } from './program.mjs';

await runProgram('restore');
