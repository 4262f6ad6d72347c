/** The addresses of the wallets of a family with accounts, and of those before a change of keys. */
import type { SignerWallet } from '@salar/services';
import type { KeyName } from './key-store.ts';
import { toFormer } from './signer-keys.ts';
import type { SignerKeys } from './signer-keys.ts';

type Wallets = Pick<SignerWallet, 'hotAddress' | 'former'> & {
  readonly gasAddress: string;
  readonly houseAddress: string;
};

/** @throws SignerUnavailable when the store of a key does not answer */
export async function readWallets(
  keys: SignerKeys,
  family: 'evm' | 'tron',
  format: (publicKey: Uint8Array) => string,
): Promise<Wallets> {
  const read = async (name: KeyName) => format(await keys.publicKey(name));
  const [hot, gas, house] = [`${family}/hot`, `${family}/gas`, `${family}/house`] as const;
  const readFormer = (name: typeof hot | typeof gas | typeof house) =>
    read(keys.hasFormer(name) ? toFormer(name) : name);
  const wallets = {
    hotAddress: await read(hot),
    gasAddress: await read(gas),
    houseAddress: await read(house),
  };
  const formerHouse = await readFormer(house);
  const former = {
    hotAddress: await readFormer(hot),
    gasAddress: await readFormer(gas),
    ...(formerHouse !== wallets.houseAddress && { houseAddress: formerHouse }),
  };
  const isSame =
    former.hotAddress === wallets.hotAddress &&
    former.gasAddress === wallets.gasAddress &&
    formerHouse === wallets.houseAddress;
  return isSame ? wallets : { ...wallets, former };
}

/** Lists the addresses of a family's wallets. A customer's payment to one of them is a mistake or an attack. */
export function listWalletAddresses({
  hotAddress,
  gasAddress,
  houseAddress,
  former,
}: SignerWallet): readonly string[] {
  const own = [hotAddress, gasAddress, houseAddress];
  const all = [...own, former?.hotAddress, former?.gasAddress, former?.houseAddress];
  return all.filter((address) => address != null);
}
