/** Numbers of the PKCS#11 standard, version 2.40. */

export const attributeTypes = {
  CKA_CLASS: 0x0,
  CKA_TOKEN: 0x1,
  CKA_PRIVATE: 0x2,
  CKA_LABEL: 0x3,
  CKA_VALUE: 0x11,
  CKA_ID: 0x102,
  CKA_SENSITIVE: 0x103,
  CKA_SIGN: 0x108,
  CKA_VERIFY: 0x10a,
  CKA_EXTRACTABLE: 0x162,
  CKA_EC_PARAMS: 0x180,
  CKA_EC_POINT: 0x181,
} as const;

export const objectClasses = { publicKey: 2, privateKey: 3 } as const;

/** Flags of `CK_TOKEN_INFO`: one wrong PIN more locks the token, or it is locked. */
export const tokenFlags = { CKF_USER_PIN_FINAL_TRY: 0x2_0000, CKF_USER_PIN_LOCKED: 0x4_0000 } as const;

export const returnCodes = {
  CKR_GENERAL_ERROR: 0x5,
  CKR_FUNCTION_FAILED: 0x6,
  CKR_ATTRIBUTE_SENSITIVE: 0x11,
  CKR_DEVICE_ERROR: 0x30,
  CKR_DEVICE_MEMORY: 0x31,
  CKR_DEVICE_REMOVED: 0x32,
  CKR_KEY_HANDLE_INVALID: 0x60,
  CKR_MECHANISM_INVALID: 0x70,
  CKR_OBJECT_HANDLE_INVALID: 0x82,
  CKR_PIN_INCORRECT: 0xa0,
  CKR_PIN_INVALID: 0xa1,
  CKR_PIN_LEN_RANGE: 0xa2,
  CKR_PIN_EXPIRED: 0xa3,
  CKR_PIN_LOCKED: 0xa4,
  CKR_SESSION_CLOSED: 0xb0,
  CKR_SESSION_COUNT: 0xb1,
  CKR_SESSION_HANDLE_INVALID: 0xb3,
  CKR_TOKEN_NOT_PRESENT: 0xe0,
  CKR_TOKEN_NOT_RECOGNIZED: 0xe1,
  CKR_USER_ALREADY_LOGGED_IN: 0x100,
  CKR_USER_NOT_LOGGED_IN: 0x101,
  CKR_CRYPTOKI_NOT_INITIALIZED: 0x190,
  CKR_CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

/** Returns the name of a return code, or its number when it has none here. */
export function findReturnName(code: number): string {
  const known = Object.entries(returnCodes).find(([, value]) => value === code);
  return known?.[0] ?? `0x${code.toString(16)}`;
}
