/** `npm run watcher -- init|start --settings FILE`: the second pair of eyes ([docs/watcher.md](../docs/watcher.md)). */
import { runProgram } from './program.mjs';

await runProgram('watcher', { hasKeys: true });
