/**
 * The reasons why a field of a bank form is refused: one code per reason, the same on the server and next to the
 * field.
 */

export type RailRefusal =
  | 'required'
  | 'option_unknown'
  | 'too_long'
  | 'characters_wrong'
  | 'length_wrong'
  | 'digits_repeated'
  | 'check_digit_missing'
  | 'check_digit_wrong'
  | 'area_code_unknown'
  | 'mobile_prefix_wrong'
  | 'phone_prefix_missing'
  | 'email_malformed'
  | 'key_unknown'
  | 'branch_missing'
  | 'document_mismatch';

/** Something unusual that may still be right: displayed next to the field, never a refusal. */
export type RailWarning = 'length_unusual' | 'account_type_unusual';
