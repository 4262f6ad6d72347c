/** What a key may be allowed to do (wire-protocol 8.1): the names that every customer holds and may give to a key. */
export const keyPermissions = ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw'] as const;
export type KeyPermission = (typeof keyPermissions)[number];

export function isKeyPermission(name: string): name is KeyPermission {
  return (keyPermissions as readonly string[]).includes(name);
}
