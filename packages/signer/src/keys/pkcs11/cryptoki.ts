/**
 * The functions of a PKCS#11 module that the signer uses (version 2.40). Each call runs on another thread, so a slow token
 * does not stop the event loop. A session must not be used by two calls at once.
 */
import type koffiModule from 'koffi';
import type { KoffiFunc, TypeObject } from 'koffi';
import { attributeTypes, findReturnName, returnCodes } from './cryptoki-constants.ts';

/** An attribute of an object of a token. */
export type Attribute = readonly [type: keyof typeof attributeTypes, value: Buffer];

/** A present token. The flags are those of `CK_TOKEN_INFO`. */
export type Token = { readonly slot: number; readonly label: string; readonly flags: number };

/** The session and the object of a call. Both numbers are handles that the module gave. */
export type TokenObject = { readonly session: number; readonly object: number };

type Koffi = typeof koffiModule;
/** The parameters of each function of the module. */
type Parameters = Readonly<Record<string, readonly (string | TypeObject)[]>>;
type NativeCall = KoffiFunc<(...args: unknown[]) => number>;

/** A function of the module that returned an error. */
export class CryptokiError extends Error {
  override readonly name = 'CryptokiError';
  readonly code: number;
  constructor(called: string, code: number) {
    super(`${called} returned ${findReturnName(code)}`);
    this.code = code;
  }
}

const attributeBytesMax = 256;
const tokenInfoBytes = 256;
const slotsMax = 64;
const objectsMax = 2;
const userLogin = 1;
const ecdsa = 0x1041;
const ecKeyPairGeneration = 0x1040;
/** `CKF_OS_LOCKING_OK`: calls of several sessions come from several threads. */
const osLocking = 2;
const sessionFlags = { reading: 4, writing: 6 } as const;

export class Cryptoki {
  readonly #find: (name: string, types: readonly (string | TypeObject)[]) => NativeCall;
  readonly #functions = new Map<string, NativeCall>();
  /** The arguments of calls that have not returned: the module reads and writes their memory. */
  readonly #inUse = new Set<readonly unknown[]>();
  readonly #parameters: Parameters;

  private constructor(koffi: Koffi, path: string) {
    const library = loadLibrary(koffi, path);
    this.#find = (name, types) => library.func(name, 'ulong', [...types]) as NativeCall;
    this.#parameters = describeFunctions(koffi);
  }

  /** Loads and initialises a module. @throws when the file is no library, or lacks the functions of PKCS#11 */
  static async load(path: string): Promise<Cryptoki> {
    // Loaded only where a key is in a token: the library has no binary for some platforms.
    const { default: koffi } = await import('koffi');
    const cryptoki = new Cryptoki(koffi, path);
    await cryptoki.initialise();
    return cryptoki;
  }

  /** Initialises the module, unless it already is. */
  async initialise(): Promise<void> {
    const none = { create: null, destroy: null, lock: null, unlock: null, reserved: null };
    await this.#call(
      'C_Initialize',
      [{ ...none, flags: osLocking }],
      [returnCodes.CKR_CRYPTOKI_ALREADY_INITIALIZED],
    );
  }

  /** Lists the tokens that are present. */
  async listTokens(): Promise<readonly Token[]> {
    const count = [slotsMax];
    const slots = new BigUint64Array(slotsMax);
    // Some modules look for new tokens only at a request for the number of slots.
    await this.#call('C_GetSlotList', [1, null, count]);
    count[0] = slotsMax;
    await this.#call('C_GetSlotList', [1, slots, count]);
    const tokens: Token[] = [];
    for (const slot of Array.from(slots.slice(0, count[0]), Number)) {
      const info = Buffer.alloc(tokenInfoBytes);
      await this.#call('C_GetTokenInfo', [slot, info]);
      const label = info.subarray(0, 32).toString('utf8').trimEnd();
      tokens.push({ slot, label, flags: info.readUInt32LE(96) });
    }
    return tokens;
  }

  /** Opens a session and returns its handle. */
  async openSession(slot: number, use: keyof typeof sessionFlags): Promise<number> {
    const session = [0];
    await this.#call('C_OpenSession', [slot, sessionFlags[use], null, null, session]);
    return session[0] ?? 0;
  }

  async closeSession(session: number): Promise<void> {
    await this.#call('C_CloseSession', [session]);
  }

  /** Closes the sessions of this process with a token. */
  async closeAllSessions(slot: number): Promise<void> {
    await this.#call('C_CloseAllSessions', [slot]);
  }

  /** Ends the use of the module by this process. */
  async finalise(): Promise<void> {
    await this.#call('C_Finalize', [null]);
  }

  /** Logs in as the user of the token, in all sessions of this process. */
  async login(session: number, pin: string): Promise<void> {
    const bytes = Buffer.from(pin, 'utf8');
    await this.#call(
      'C_Login',
      [session, userLogin, bytes, bytes.length],
      [returnCodes.CKR_USER_ALREADY_LOGGED_IN],
    );
  }

  /** Finds at most two objects with these attributes. */
  async findObjects(session: number, attributes: readonly Attribute[]): Promise<readonly number[]> {
    const found = new BigUint64Array(objectsMax);
    const count = [0];
    await this.#call('C_FindObjectsInit', [session, toTemplate(attributes), attributes.length]);
    await this.#call('C_FindObjects', [session, found, objectsMax, count]);
    await this.#call('C_FindObjectsFinal', [session]);
    return Array.from(found.slice(0, count[0]), Number);
  }

  /** Reads an attribute of at most 256 bytes. */
  async readAttribute({ session, object }: TokenObject, type: Attribute[0]): Promise<Buffer> {
    const value = Buffer.alloc(attributeBytesMax);
    const template = toTemplate([[type, value]]);
    await this.#call('C_GetAttributeValue', [session, object, template, 1]);
    return value.subarray(0, template[0]?.length ?? 0);
  }

  /** Signs a digest with ECDSA and returns `r` and `s`, 32 bytes each. */
  async sign({ session, object }: TokenObject, digest: Uint8Array): Promise<Buffer> {
    const signature = Buffer.alloc(64);
    const length = [signature.length];
    await this.#call('C_SignInit', [session, toMechanism(ecdsa), object]);
    await this.#call('C_Sign', [session, Buffer.from(digest), digest.length, signature, length]);
    return signature.subarray(0, length[0]);
  }

  /** Generates a pair of keys on an elliptic curve. */
  async generateKeyPair(
    session: number,
    publicKey: readonly Attribute[],
    privateKey: readonly Attribute[],
  ): Promise<void> {
    const templates = [toTemplate(publicKey), publicKey.length, toTemplate(privateKey), privateKey.length];
    await this.#call('C_GenerateKeyPair', [
      session,
      toMechanism(ecKeyPairGeneration),
      ...templates,
      [0],
      [0],
    ]);
  }

  async #call(name: string, args: readonly unknown[], accepted: readonly number[] = []): Promise<void> {
    const called = this.#functions.get(name) ?? this.#find(name, this.#parameters[name] ?? []);
    this.#functions.set(name, called);
    this.#inUse.add(args);
    const code = await new Promise<number>((done, fail) => {
      called.async(...args, (error: Error | null | undefined, result: number | bigint) => {
        if (error == null) done(Number(result));
        else fail(error);
      });
    }).finally(() => this.#inUse.delete(args));
    if (code !== 0 && !accepted.includes(code)) throw new CryptokiError(name, code);
  }
}

function loadLibrary(koffi: Koffi, path: string): ReturnType<Koffi['load']> {
  try {
    return koffi.load(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the PKCS#11 module ${path} cannot be loaded: ${reason}`, { cause });
  }
}

/** Returns the parameters of each function. */
function describeFunctions(koffi: Koffi): Parameters {
  const attribute = koffi.struct({ type: 'ulong', value: 'void *', length: 'ulong' });
  const mechanism = koffi.pointer(koffi.struct({ mechanism: 'ulong', parameter: 'void *', length: 'ulong' }));
  const initialise = koffi.struct({
    create: 'void *',
    destroy: 'void *',
    lock: 'void *',
    unlock: 'void *',
    flags: 'ulong',
    reserved: 'void *',
  });
  const template = koffi.pointer(attribute);
  const number = koffi.inout(koffi.pointer('ulong')) as unknown as TypeObject;
  const readable = koffi.inout(template) as unknown as TypeObject;
  return {
    C_Initialize: [koffi.pointer(initialise)],
    C_GetSlotList: ['uint8', 'void *', number],
    C_GetTokenInfo: ['ulong', 'void *'],
    C_OpenSession: ['ulong', 'ulong', 'void *', 'void *', number],
    C_CloseSession: ['ulong'],
    C_CloseAllSessions: ['ulong'],
    C_Finalize: ['void *'],
    C_Login: ['ulong', 'ulong', 'void *', 'ulong'],
    C_FindObjectsInit: ['ulong', template, 'ulong'],
    C_FindObjects: ['ulong', 'void *', 'ulong', number],
    C_FindObjectsFinal: ['ulong'],
    C_GetAttributeValue: ['ulong', 'ulong', readable, 'ulong'],
    C_SignInit: ['ulong', mechanism, 'ulong'],
    C_Sign: ['ulong', 'void *', 'ulong', 'void *', number],
    C_GenerateKeyPair: ['ulong', mechanism, template, 'ulong', template, 'ulong', number, number],
  };
}

function toMechanism(mechanism: number): object {
  return { mechanism, parameter: null, length: 0 };
}

function toTemplate(attributes: readonly Attribute[]): { type: number; value: Buffer; length: number }[] {
  return attributes.map(([type, value]) => ({ type: attributeTypes[type], value, length: value.length }));
}
