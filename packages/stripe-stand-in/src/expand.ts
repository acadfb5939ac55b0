import type { Engine } from './engine.ts';
import { invalid } from './failure.ts';
import { listOf } from './objects.ts';
import type { Kind, State } from './state.ts';

/** The kind of object that the id in a field belongs to, by its prefix. */
const prefixes: Readonly<Record<string, Kind>> = {
  ...{ cus: 'customer', prod: 'product', sub: 'subscription', in: 'invoice', pi: 'payment_intent', seti: 'setup_intent' },
  ...{ pm: 'payment_method', ch: 'charge', re: 'refund', txn: 'balance_transaction', du: 'dispute', po: 'payout' },
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const byId = (state: State, id: string): Json | undefined => {
  const kind = prefixes[id.slice(0, id.indexOf('_'))];
  return kind && (state.find(kind, id) as unknown as Json | undefined);
};

/** Fields of an object that are there only when they are asked for. */
function hidden({ context, billing }: Engine, object: Json, field: string): unknown {
  if (object.object !== 'invoice') return undefined;
  const id = object.id as string;
  if (field === 'confirmation_secret') return { client_secret: billing.intentOf(id).client_secret, type: 'payment_intent' };
  if (field !== 'payments') return undefined;
  return listOf(
    context.state.all('invoice_payment').filter(({ invoice }) => invoice === id),
    `/v1/invoices/${id}/payments`,
  );
}

/** The object with the fields on a path replaced by what they refer to. Source: https://docs.stripe.com/api/expanding_objects */
export function expand(engine: Engine, value: unknown, path: readonly string[]): unknown {
  const [field, ...rest] = path;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => expand(engine, each, path));
  if (!isObject(value)) throw invalid(`This property cannot be expanded (${field}).`);
  const shown = value[field] === undefined ? hidden(engine, value, field) : value[field];
  if (shown === undefined) throw invalid(`This property cannot be expanded because it doesn't exist: ${field}.`);
  const referred = typeof shown === 'string' ? byId(engine.context.state, shown) : shown;
  if (referred === undefined) throw invalid(`This property cannot be expanded (${field}).`);
  return { ...value, [field]: expand(engine, referred, rest) };
}

/** How many levels a path may have at most. */
export const deepest = 4;
