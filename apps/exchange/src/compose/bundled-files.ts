/** Locates files beside the bundled server: programs, worker threads and the built web app. */
import { fileURLToPath } from 'node:url';

/** Returns the address of a program or worker thread beside the server's entry. */
export const getBundledUrl = (name: string): URL => new URL(name, import.meta.url);

/** Returns the path of a program beside the server's entry. */
export const getBundledPath = (name: string): string => fileURLToPath(getBundledUrl(name));

/** The folder of the style sheets and scripts of pages rendered by the server. */
export const browserDir = getBundledPath('./browser');

/** The folder of the built web app. */
export const webAppDir = fileURLToPath(new URL('../web', import.meta.url));
