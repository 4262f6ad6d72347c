/** Stops with one clear sentence when this Node is too old. Import it before anything else. */
const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Salar needs Node ${needed.join('.')} or newer; this is ${process.version}. Get it at https://nodejs.org.`,
  );
  process.exit(1);
}
