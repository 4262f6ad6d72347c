/** The addresses of the wallets of a family, and of those before a change of keys. */
import type { ChainFamily, SignerWallet } from '@salar/services';
import type { KeyName } from './key-store.ts';
import { toFormer } from './signer-keys.ts';
import type { ReplaceableKey, SignerKeys } from './signer-keys.ts';

type Wallets = Pick<SignerWallet, 'hotAddress' | 'gasAddress' | 'former'> & { readonly houseAddress: string };

/** @throws SignerUnavailable when the store of a key does not answer */
export async function readWallets(
  keys: SignerKeys,
  family: ChainFamily,
  format: (publicKey: Uint8Array) => string,
): Promise<Wallets> {
  const read = async (name: KeyName) => format(await keys.publicKey(name));
  const readFormer = (name: ReplaceableKey) => read(keys.hasFormer(name) ? toFormer(name) : name);
  const [hot, house] = [`${family}/hot`, `${family}/house`] as const;
  const gas = family === 'bitcoin' ? null : (`${family}/gas` as const);
  const wallets = {
    hotAddress: await read(hot),
    gasAddress: gas === null ? null : await read(gas),
    houseAddress: await read(house),
  };
  const formerHouse = await readFormer(house);
  const former = {
    hotAddress: await readFormer(hot),
    gasAddress: gas === null ? null : await readFormer(gas),
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
