/** Finds anvil's binary: an optional package per platform, chosen by npm at install. */
import { createRequire } from 'node:module';

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** @throws with one clear sentence when no binary exists for this machine */
export function anvilBinary(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const name = `@foundry-rs/anvil-${system}-${architectures[process.arch] ?? process.arch}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${file}`);
  } catch (cause) {
    throw new Error(`the local chains need the optional package ${name}, which is not installed`, { cause });
  }
}
