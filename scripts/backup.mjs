/**
 * `npm run backup [-- --to DIR] [-- --with-keys]`, or `-- --keys-only`: copies the books of SALAR_DATA_DIR, beside a running Salar or on a
 * stopped one, into DIR or SALAR_BACKUP_DIR. See docs/recovery.md.
 */
import { runProgram } from './program.mjs';

await runProgram('backup');
