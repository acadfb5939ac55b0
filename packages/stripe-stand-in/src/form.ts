/** A JSON schema of `generated/requests.json`. */
export interface FormSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly FormSchema[];
  readonly items?: FormSchema;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: boolean | FormSchema;
}

/** A form as a tree: `items[0][price]=x` is `items` → `0` → `price` → `x`. */
type Fields = Map<string, string | Fields>;

/** `name` is the parameter as the form names it, such as `items[0][price]`. */
export type Refuse = (message: string, name: string, code?: string) => never;

/** The names within `items[0][price]`. A key of metadata may hold brackets of its own, which nothing here needs. */
const path = (name: string, refuse: Refuse): readonly string[] => {
  const [, first, rest] =
    /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? refuse(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  return [first as string, ...Array.from((rest as string).matchAll(/\[(.*?)\]/g), ([, key]) => key as string)];
};

const fieldsOf = (form: string, refuse: Refuse): Fields => {
  const fields: Fields = new Map();
  for (const [name, value] of new URLSearchParams(form)) {
    const keys = path(name, refuse);
    let at = fields;
    keys.forEach((key, index) => {
      // `expand[]=a&expand[]=b` is a list as well, as Stripe's documentation sends it with curl.
      const own = key === '' ? String(at.size) : key;
      if (index === keys.length - 1) {
        if (at.get(own) instanceof Map) refuse('Invalid object', name);
        at.set(own, value);
      } else {
        const next = at.get(own) ?? new Map();
        if (typeof next === 'string') refuse('Invalid object', name);
        at.set(own, next);
        at = next as Fields;
      }
    });
  }
  return fields;
};

/**
 * Decodes Stripe's form encoding, of bodies and of queries. The schema tells lists from objects whose keys are numbers, as those
 * of metadata may be. All values remain texts.
 */
export const decodeForm = (
  form: string,
  schema: FormSchema,
  definitions: Readonly<Record<string, FormSchema>>,
  refuse: Refuse,
): unknown => {
  const options = ({ $ref, anyOf, ...own }: FormSchema): readonly FormSchema[] => {
    if ($ref) return options(definitions[$ref.replace('#/definitions/', '')] ?? {});
    return anyOf ? anyOf.flatMap(options) : [own];
  };

  const decode = (value: string | Fields, allowed: readonly FormSchema[]): unknown => {
    if (typeof value === 'string') return value;
    const entries = [...value];
    const list = allowed.find(({ type }) => type === 'array');
    if (list && entries.every(([key]) => /^\d+$/.test(key)))
      return entries
        .toSorted(([one], [other]) => Number(one) - Number(other))
        .map(([, item]) => decode(item, options(list.items ?? {})));
    const object = allowed.find(({ type }) => type === 'object');
    const other = typeof object?.additionalProperties === 'object' ? object.additionalProperties : {};
    return Object.fromEntries(
      entries.map(([key, item]) => {
        const property = object?.properties && Object.hasOwn(object.properties, key) ? object.properties[key] : undefined;
        return [key, decode(item, options(property ?? other))];
      }),
    );
  };

  return decode(fieldsOf(form, refuse), options(schema));
};
