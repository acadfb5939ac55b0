import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { decodeForm, type FormSchema } from './form.ts';
import schemas from './generated/requests.json' with { type: 'json' };

/** The name of the SDK's type for the parameters of a request. */
export type RequestType = keyof typeof schemas.requests;

/** Stripe refuses the request with status 400 and an `invalid_request_error`, which has these fields. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  /** The parameter as the form names it, such as `items[0][price]`. */
  readonly param: string;
  readonly code: string | undefined;

  constructor(message: string, param: string, code?: string) {
    super(message);
    this.param = param;
    this.code = code;
  }
}

const definitions = schemas.definitions as Readonly<Record<string, FormSchema>>;
const requests = schemas.requests as Readonly<Record<RequestType, FormSchema>>;

// `verbose` gives errors the value that they refuse.
const ajv = new Ajv({ coerceTypes: true, verbose: true, keywords: ['requests'] }).addSchema(schemas, 'requests.json');

/** `/items/0/price` is `items[0][price]`. */
const paramAt = (pointer: string): string => {
  const [first = '', ...keys] = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return first + keys.map((key) => `[${key}]`).join('');
};

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const listed = (values: readonly string[]): string =>
  values.length < 3 ? values.join(' or ') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;

/**
 * Codes as in https://docs.stripe.com/error-codes, with the words of Stripe's answers in public reports; those for decimals,
 * texts and objects are ours.
 */
const refusal = ({ keyword, instancePath, params, data, schema }: ErrorObject): InvalidRequest => {
  const param = paramAt(instancePath);
  if (keyword === 'additionalProperties') {
    const unknown = paramAt(`${instancePath}/${escaped(params.additionalProperty)}`);
    return new InvalidRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (keyword === 'required') {
    const missing = paramAt(`${instancePath}/${escaped(params.missingProperty)}`);
    return new InvalidRequest(`Missing required param: ${missing}.`, missing, 'parameter_missing');
  }
  if (data === '')
    return new InvalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. ` +
        `You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      'parameter_invalid_empty',
    );
  if (keyword === 'enum') {
    const allowed = listed((schema as string[]).filter((value) => value !== ''));
    return new InvalidRequest(`Invalid ${param}: must be ${allowed.includes(' or ') ? 'one of ' : ''}${allowed}`, param);
  }
  // Only decimals have a pattern.
  const expected = keyword === 'pattern' || params.type === 'number' ? 'decimal' : params.type;
  if (typeof data === 'object' || expected === 'object' || expected === 'array')
    return new InvalidRequest(`Invalid ${expected}`, param);
  return new InvalidRequest(
    `Invalid ${expected}: ${data}`,
    param,
    expected === 'integer' ? 'parameter_invalid_integer' : undefined,
  );
};

/** How well an error explains the refusal of a union: it is deep within the option that was meant, or of the kind that was sent. */
const weight = ({ keyword, instancePath, data, params, schema }: ErrorObject): number => {
  const depth = instancePath.split('/').length * 10;
  if (keyword === 'additionalProperties' || keyword === 'required') return depth + 4;
  if (keyword === 'type') return depth + (typeof data === 'object' || ['object', 'array'].includes(params.type) ? 1 : 3);
  // An empty text is among the options of whatever can be unset.
  const said = keyword !== 'anyOf' && !(keyword === 'enum' && String(schema) === '');
  return depth + (said ? 2 : 0);
};

/**
 * The parameters of a request, from the form in its body or from its query: numbers and booleans are such, metadata remain texts,
 * and an empty text unsets a parameter. Throws `InvalidRequest` for the first parameter that Stripe would refuse.
 */
export const parseRequest = (type: RequestType, form: string): Record<string, unknown> => {
  const request = decodeForm(form, requests[type], definitions, (message, param, code) => {
    throw new InvalidRequest(message, param, code);
  });
  // Compiled once, when a request of this type first arrives.
  const validate = ajv.getSchema(`requests.json#/requests/${type}`) as ValidateFunction;
  if (!validate(request)) {
    const [first] = (validate.errors ?? []).toSorted((one, other) => weight(other) - weight(one));
    throw refusal(first as ErrorObject);
  }
  return request as Record<string, unknown>;
};
