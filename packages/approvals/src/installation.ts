/** The name of an installation in the texts that people sign: its host name. A signature for one is worth nothing at another. */
export const installationPattern = /^[a-z0-9][a-z0-9.-]{0,252}$/;
