/** `npm run signer -- init|start --settings FILE`: the program that holds the keys ([docs/signer.md](../docs/signer.md)). */
import { runProgram } from './program.mjs';

await runProgram('signer', { hasKeys: true });
