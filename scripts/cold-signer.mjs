/** `npm run cold-signer -- …`: the offline program of cold storage's owners ([docs/cold-storage.md](../docs/cold-storage.md)). */
import { runProgram } from './program.mjs';

await runProgram('cold-signer', { hasKeys: true });
