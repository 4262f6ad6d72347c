/** Operator roles and their permissions, as data. */

export const operatorRoles = ['support', 'finance', 'risk', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export type OperatorPermission = keyof typeof permissionTable;

/** The roles of each permission. A second operator is a second person, whatever the role. */
export const permissionTable = {
  /** One's own access: change the secret, list operators, see what waits for a second operator. */
  'work here': ['support', 'finance', 'risk', 'admin'],
  'read tickets': ['support', 'finance', 'risk', 'admin'],
  'read customers': ['support', 'finance', 'risk', 'admin'],
  'decide withdrawals': ['risk', 'admin'],
  'work payouts': ['finance', 'admin'],
  'read bank accounts': ['finance', 'risk', 'admin'],
  'book bank movements': ['finance', 'admin'],
  'adjust balances': ['finance', 'admin'],
  /** Quotes trade what they are given, at prices that others make. */
  'fund quotes': ['finance', 'admin'],
  'lock customers': ['risk', 'admin'],
  /** The customer's identity was checked by two people, by other means than the account itself. */
  'reset factors': ['risk', 'admin'],
  'read level requests': ['risk', 'admin'],
  'decide levels': ['risk', 'admin'],
  'halt products': ['risk', 'admin'],
  /** Which orders markets accept. */
  'control markets': ['risk', 'admin'],
  'set fees': ['finance', 'admin'],
  /** Prices decide what is accepted without an operator. */
  'set prices': ['risk', 'admin'],
  /** The owners of cold storage decide; operators prepare and send what they sign. */
  'refill hot wallets': ['finance', 'admin'],
  'read comparisons': ['finance', 'risk', 'admin'],
  'explain differences': ['risk', 'admin'],
  'read the record': ['risk', 'admin'],
  'manage operators': ['admin'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;

export function isOperatorRole(text: string): text is OperatorRole {
  return (operatorRoles as readonly string[]).includes(text);
}

export function mayOperator(role: OperatorRole, permission: OperatorPermission): boolean {
  return (permissionTable[permission] as readonly OperatorRole[]).includes(role);
}
