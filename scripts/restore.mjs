/**
 * `npm run restore -- --from DIR --into NEW_DATA_DIR [--until TIME | --until-sequence N]`: restores a backup into a new
 * data directory, at a point in time, and verifies the books. See docs/recovery.md.
 */
import { runProgram } from './program.mjs';

await runProgram('restore');
