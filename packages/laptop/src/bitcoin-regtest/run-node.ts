/** The process of a local Bitcoin network. */
import { openCoreServer } from './core-server.ts';
import { nodeSettingsVariable, readNodeSettings } from './node-settings.ts';
import { RegtestNode } from './regtest-node.ts';

/** Runs until the pipe at standard input closes, which happens whenever the parent ends. */
export async function runBitcoinNode(environment: NodeJS.ProcessEnv): Promise<void> {
  const { portMin, portMax, credentials, file, blockTimeMs } = readNodeSettings(
    environment[nodeSettingsVariable],
  );
  process.stdin.on('end', () => process.exit(0)).resume();
  process.on('SIGTERM', () => process.exit(0)); // everything that was answered is on disk
  process.on('SIGINT', () => undefined); // a terminal's Ctrl-C reaches the whole process group; the parent stops us in order
  const node = await RegtestNode.open(file);
  const { port } = await openCoreServer({ node, portMin, portMax, credentials });
  process.stdout.write(`${port}\n`); // reports to the parent that it is up, and its port
  if (blockTimeMs > 0)
    setInterval(() => {
      node.tick().catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      });
    }, blockTimeMs);
}
