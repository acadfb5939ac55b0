import type { Schema } from 'ts-json-schema-generator';

/** What is left of JSON schema: all that the parameters of Stripe's requests need. */
type FormSchema = Readonly<Record<string, unknown>>;

type Schemas = Readonly<Record<string, Schema>>;

/**
 * The product never sends these parameters, which describe each way to pay: without them 158 kB of schemas are 61 kB. A request
 * that has one is refused.
 */
const leftOut = ['payment_method_data', 'payment_method_options'];

/** TypeScript has one type for all numbers; Stripe takes integers, except for these. Source: the comments on the SDK's types. */
const fractional = ['amount_percent', 'application_fee_percent', 'height', 'length', 'weight', 'width'];

const decimal = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };

const options = (schema: FormSchema): readonly FormSchema[] => (schema.anyOf as FormSchema[] | undefined) ?? [schema];

/** One schema for all options: the literals become one list. */
const union = (all: readonly FormSchema[]): FormSchema => {
  const literals = [...new Set(all.flatMap(({ enum: values }) => (values as string[] | undefined) ?? []))];
  const others = all.filter(({ enum: values }) => !values);
  const rest = [...(literals.length > 0 ? [{ enum: literals }] : []), ...others];
  if (rest.length === 0) throw new Error('a type of which nothing is left');
  return rest.length === 1 ? (rest[0] as FormSchema) : { anyOf: rest };
};

/**
 * The schemas of the parameters as they are sent, from those of the SDK's types. In a form all values
 * are texts, and null is an empty text, which unsets a parameter. Objects keep the name of their type.
 */
export const formSchemas = (types: Schemas, names: readonly string[]) => {
  const definitions: Record<string, FormSchema> = {};

  const typeNamed = (name: string): Schema => {
    const type = types[name];
    if (!type) throw new Error(`no type ${name}`);
    return type;
  };

  const object = ({ properties = {}, additionalProperties = false, required }: Schema): FormSchema => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !leftOut.includes(name))
        .map(([name, property]) => [name, form(property as Schema, name)]),
    ),
    ...(required && { required }),
    additionalProperties: typeof additionalProperties === 'object' ? form(additionalProperties, '') : additionalProperties,
  });

  const reference = (name: string, parameter: string): FormSchema => {
    const type = typeNamed(name);
    if (name === 'Decimal') return decimal;
    if (type.type !== 'object') return form(type, parameter);
    definitions[name] ??= object(type);
    return { $ref: `#/definitions/${name}` };
  };

  const form = (schema: Schema, parameter: string): FormSchema => {
    const { $ref, type, anyOf, items } = schema;
    if ($ref) return reference($ref.replace('#/definitions/', ''), parameter);
    // Stripe refuses values that its enumerations do not have yet: a response may hold them, a request may not.
    if (anyOf) {
      const known = (anyOf as Schema[]).filter((option) => option.$ref !== '#/definitions/OtherString');
      return union(known.flatMap((option) => options(form(option, parameter))));
    }
    if (type === 'null') return { enum: [''] };
    if (schema.enum) return { enum: [...new Set(schema.enum.map((value) => value ?? ''))] };
    if (typeof schema.const === 'string') return { enum: [schema.const] };
    // A text that may also be null, or a number, as the values of metadata may.
    if (Array.isArray(type) && type.includes('string')) return { type: 'string' };
    if (type === 'string') return { type: 'string', minLength: 1 };
    if (type === 'number') return { type: fractional.includes(parameter) ? 'number' : 'integer' };
    if (type === 'boolean') return { type: 'boolean' };
    if (type === 'array') return { type: 'array', items: form(items as Schema, parameter) };
    if (type === 'object') return object(schema);
    throw new Error(`${parameter}: cannot be sent in a form: ${JSON.stringify(schema)}`);
  };

  const requests = Object.fromEntries(names.map((name) => [name, object(typeNamed(name))]));
  return { definitions, requests };
};
