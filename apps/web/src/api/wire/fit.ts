/**
 * Whether a request is one that a call takes. The client declares one spelling of each; the exchange reads names of
 * fields in any case, whole numbers also as text and names of enumerations also by their number, and this application
 * writes each request as the specification of its calls does.
 */

/** What has to be true of `Body`: nothing when it fits, otherwise what is wrong with it. */
export type Fit<Body, Input> = [Unknown<Body, Input>] extends [never]
  ? InLowerCase<Body> extends Taken<Input & Everywhere>
    ? unknown
    : Input
  : { readonly [Field in Unknown<Body, Input>]: 'is not a field of this call' };

/** What requests carry by their specification, and the exchange has no need of: there is one operator, and a session. */
type Everywhere = { readonly OperatorId?: number; readonly UserName?: string };

type Unknown<Body, Input> = Exclude<keyof InLowerCase<Body>, keyof Taken<Input & Everywhere>>;

type InLowerCase<Body> = Body extends readonly (infer Item)[]
  ? readonly InLowerCase<Item>[]
  : Body extends object
    ? { readonly [Field in keyof Body as Lowercase<Field & string>]: InLowerCase<Body[Field]> }
    : Body;

/** An input as the exchange takes it. */
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
