/** `npm run test:key-stores`: every test of payments with keys in a token of SoftHSM and in a cloud service. */
import { prepareSoftHsm } from './softhsm.mjs';
import { runTool } from './run.mjs';

prepareSoftHsm();
const { status } = await runTool('vitest/vitest.mjs', ['run', '--project', 'hsm', '--project', 'kms'], {
  env: { SALAR_TEST_KEY_STORES: 'all' },
});
process.exit(status);
