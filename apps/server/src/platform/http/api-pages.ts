import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { calls } from '@unspoken/contract/calls';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** Serves the OpenAPI document of the contract, and Swagger UI to read it. */
export async function serveApiPages(http: FastifyInstance, title: string): Promise<void> {
  const document = openApiDocument(calls, { title, version: '1' });
  http.get('/api/v1/openapi.json', async (_request, reply) => reply.send(document));
  await http.register(swagger, { mode: 'static', specification: { document: document as never } });
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
