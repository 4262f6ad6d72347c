/** `npm run signer-policy -- NETWORKS_FILE`: writes the signer's policy for the networks of an exchange. */
import { runProgram } from './program.mjs';

await runProgram('signer-policy');
