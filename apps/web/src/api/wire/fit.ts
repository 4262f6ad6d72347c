/**
 * Compile-time check of a request body against the call's input. The client declares one spelling of each field; the
 * exchange accepts field names in any case, whole numbers also as text and enumeration names also as numbers, and this
 * app writes each request as its specification does.
 */

/** The constraint on `Body`: `unknown` when it fits, otherwise a description of what is wrong. */
export type Fit<Body, Input> = [Unknown<Body, Input>] extends [never]
  ? InLowerCase<Body> extends Taken<Input & Everywhere>
    ? unknown
    : Input
  : { readonly [Field in Unknown<Body, Input>]: 'is not a field of this call' };

/**
 * Fields that the specification sends although the exchange does not need them: there is one operator, and the session
 * identifies the user.
 */
type Everywhere = { readonly OperatorId?: number; readonly UserName?: string };

type Unknown<Body, Input> = Exclude<keyof InLowerCase<Body>, keyof Taken<Input & Everywhere>>;

type InLowerCase<Body> = Body extends readonly (infer Item)[]
  ? readonly InLowerCase<Item>[]
  : Body extends object
    ? { readonly [Field in keyof Body as Lowercase<Field & string>]: InLowerCase<Body[Field]> }
    : Body;

/** An input in any spelling that the exchange accepts. */
type Taken<Input> = Input extends readonly (infer Item)[]
  ? readonly Taken<Item>[]
  : Input extends object
    ? { readonly [Field in keyof Input as Lowercase<Field & string>]: Taken<Input[Field]> }
    : Input extends number
      ? number | string
      : Input extends string
        ? string extends Input
          ? string
          : Input | number
        : Input;
