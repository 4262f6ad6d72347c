/**
 * Compiles packages/laptop/contracts/*.sol into artifacts/<Name>.sol.json (ABI and creation bytecode).
 *
 * The artefacts are committed, so nobody needs a compiler to run the exchange; run this after changing a contract.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import solc from 'solc';

const folder = fileURLToPath(new URL('../packages/laptop/contracts', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.sol'));
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris', // runs on every supported network, old ones included
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
};

const output = JSON.parse(solc.compile(JSON.stringify(input)));
for (const problem of output.errors ?? []) console.error(problem.formattedMessage);
if (output.errors?.some((problem) => problem.severity === 'error')) process.exit(1);

for (const [file, contracts] of Object.entries(output.contracts)) {
  for (const [name, contract] of Object.entries(contracts)) {
    if (contract.evm.bytecode.object === '') continue; // an interface
    const artefact = {
      name,
      compiler: solc.version(),
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
    };
    const path = join(folder, 'artifacts', `${file}.json`);
    writeFileSync(path, `${JSON.stringify(artefact, null, 2)}\n`);
    console.log(`${file}: ${artefact.bytecode.length / 2 - 1} bytes -> artifacts/${file}.json`);
  }
}
