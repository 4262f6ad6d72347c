/** The permissions of API keys (wire-protocol 8.1): every customer has them all and may give each to a key. */
export const keyPermissions = ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw'] as const;
export type KeyPermission = (typeof keyPermissions)[number];

export function isKeyPermission(name: string): name is KeyPermission {
  return (keyPermissions as readonly string[]).includes(name);
}
