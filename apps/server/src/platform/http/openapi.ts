import type { Call } from '@unspoken/contract/call';
import { type ErrorCode, errorCatalogue, errorStatus } from '@unspoken/contract/errors';
import { toJSONSchema } from 'zod/v4/core';

const common: readonly ErrorCode[] = [
  'bad_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
];

interface JsonSchema {
  properties?: Record<string, object>;
}

const schemaOf = (schema: Call['body'], io: 'input' | 'output'): JsonSchema => {
  const {
    $schema: _,
    '~standard': __,
    ...rest
  } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
};
const isEmpty = (schema: JsonSchema): boolean => Object.keys(schema.properties ?? {}).length === 0;

function responses(call: Call): Record<string, object> {
  const codes = [...common, ...(call.audience === 'anyone' ? [] : (['sign_in_required'] as const)), ...call.errors];
  const byStatus = Map.groupBy(codes, errorStatus);
  const failures = [...byStatus].map(([status, codesOfIt]) => [
    String(status),
    {
      description: codesOfIt.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } },
    ...Object.fromEntries(failures),
  };
}

function operation(call: Call): object {
  const params = schemaOf(call.params, 'input');
  const body = schemaOf(call.body, 'input');
  return {
    summary: call.summary,
    ...(call.audience !== 'anyone' && { security: [{ token: [] }] }),
    ...(!isEmpty(params) && {
      parameters: Object.entries(params.properties ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    }),
    ...(!isEmpty(body) && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: body }, 'application/json': { schema: body } },
      },
    }),
    responses: responses(call),
  };
}

/** The OpenAPI 3.1 document of all calls, generated from the contract alone. */
export function openApiDocument(calls: readonly Call[], info: { title: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operation(call);
    paths[call.path] = path;
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: {
            error: { enum: Object.keys(errorCatalogue) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
}
