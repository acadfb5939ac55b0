import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createFormatter, createParser, DEFAULT_CONFIG, type Schema, SchemaGenerator, ts } from 'ts-json-schema-generator';
import { root } from '../checks/files.ts';
import { formSchemas } from './form-schemas.ts';

/** The requests that the product and its tests make: the types of their parameters, by the file of the SDK that declares them. */
const requests: Readonly<Record<string, readonly string[]>> = {
  Accounts: ['AccountRetrieveParams'],
  Balance: ['BalanceRetrieveParams'],
  BalanceTransactions: ['BalanceTransactionListParams', 'BalanceTransactionRetrieveParams'],
  Charges: ['ChargeRetrieveParams'],
  Customers: ['CustomerCreateParams', 'CustomerListPaymentMethodsParams', 'CustomerRetrieveParams', 'CustomerUpdateParams'],
  Disputes: ['DisputeListParams', 'DisputeRetrieveParams'],
  Events: ['EventListParams'],
  InvoicePayments: ['InvoicePaymentListParams'],
  Invoices: [
    'InvoiceListParams',
    'InvoicePayParams',
    'InvoiceRetrieveParams',
    'InvoiceFinalizeInvoiceParams',
    'InvoiceVoidInvoiceParams',
  ],
  PaymentIntents: [
    'PaymentIntentCancelParams',
    'PaymentIntentCreateParams',
    'PaymentIntentListParams',
    'PaymentIntentRetrieveParams',
  ],
  PaymentMethods: ['PaymentMethodAttachParams', 'PaymentMethodDetachParams'],
  Payouts: ['PayoutRetrieveParams'],
  Products: ['ProductCreateParams', 'ProductRetrieveParams'],
  Refunds: ['RefundCreateParams', 'RefundListParams', 'RefundRetrieveParams'],
  SetupIntents: ['SetupIntentCancelParams', 'SetupIntentCreateParams', 'SetupIntentRetrieveParams'],
  Subscriptions: [
    'SubscriptionCancelParams',
    'SubscriptionCreateParams',
    'SubscriptionListParams',
    'SubscriptionRetrieveParams',
    'SubscriptionUpdateParams',
  ],
};

/** Only these files are read, not what they import (`noResolve`): all of the SDK's types take twice as long. */
const readTypes = (): ts.Program => {
  const types = dirname(createRequire(join(root, 'packages/stripe-stand-in/package.json')).resolve('stripe'));
  return ts.createProgram({
    rootNames: [
      ...Object.keys(requests).map((file) => join(types, 'resources', `${file}.d.ts`)),
      join(types, 'shared.d.ts'),
      join(types, 'Decimal.d.ts'),
    ],
    options: { noEmit: true, noResolve: true, strict: true, types: [], lib: ['lib.es2022.d.ts'] },
  });
};

const declarations = (program: ts.Program): ts.InterfaceDeclaration[] => {
  const declared = new Map(
    program
      .getSourceFiles()
      .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
      .map((declaration) => [declaration.name.text, declaration]),
  );
  return Object.values(requests)
    .flat()
    .map((name) => {
      const declaration = declared.get(name);
      if (!declaration) throw new Error(`the stripe package declares no ${name}`);
      return declaration;
    });
};

const schemas = (): Readonly<Record<string, Schema>> => {
  const program = readTypes();
  const config = { ...DEFAULT_CONFIG, jsDoc: 'none' as const, encodeRefs: false, functions: 'fail' as const };
  const generator = new SchemaGenerator(program, createParser(program, config), createFormatter(config), config);
  return generator.createSchemaFromNodes(declarations(program)).definitions as Readonly<Record<string, Schema>>;
};

/** Each schema is one line, so that an update of the SDK shows which of them it changes. */
const lines = (entries: Readonly<Record<string, unknown>>): string =>
  Object.keys(entries)
    .toSorted()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(entries[name])}`)
    .join(',\n');

/** The schemas of requests to Stripe, from the types of its SDK: the stand-in refuses what they do not allow. */
export const stripeRequests = (): string => {
  const { definitions, requests: bodies } = formSchemas(schemas(), Object.values(requests).flat());
  return `{\n  "definitions": {\n${lines(definitions)}\n  },\n  "requests": {\n${lines(bodies)}\n  }\n}\n`;
};
