/** Filters environments: packages of the registry see only listed names while they are installed or build something. */

/** Those in the last two lines are Windows': it starts no process without them. */
const passedOn = new Set(
  `PATH HOME TMPDIR LANG LC_ALL TERM NO_COLOR FORCE_COLOR CI
  HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS
  SYSTEMROOT COMSPEC PATHEXT TEMP TMP
  APPDATA LOCALAPPDATA USERPROFILE`.split(/\s+/),
);

/** Returns the part of an environment that a build needs: no setting and no secret of the exchange. */
export function toolEnvironment(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.has(name.toUpperCase())));
}

/** Returns the part of an environment that npm needs: that of a build, and npm's own settings. */
export function npmEnvironment(env = process.env) {
  const settings = Object.entries(env).filter(([name]) => /^npm_config_/i.test(name));
  return { ...Object.fromEntries(settings), ...toolEnvironment(env) };
}
