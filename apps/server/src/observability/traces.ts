import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { setTracing, tracer } from '../platform/request-context.ts';

/** The traces of one process, exported to a collector. They contain our own names and codes, never personal data. */
export interface Traces {
  /** Traces every call. */
  ofCalls(http: FastifyInstance): void;
  /** Traces every database query by its text, which contains no values. */
  ofQueries(pool: Pool): void;
  /** Exports the remaining spans and stops tracing. */
  stop(): Promise<void>;
}

/** Without a collector nothing is traced, and the tracing libraries are not loaded. */
export const untraced: Traces = { ofCalls: () => {}, ofQueries: () => {}, stop: async () => {} };

/**
 * Exports traces to the collector at `endpoint` (OTLP over HTTP, JSON). The environment sets the sampling and the headers.
 * Source: OpenTelemetry specification, SDK environment variables and OTLP exporter.
 */
export async function keepTraces(endpoint: string): Promise<Traces> {
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'unspoken' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  setTracing(true);
  return {
    ofCalls: traceCalls,
    ofQueries: traceQueries,
    async stop() {
      setTracing(false);
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

function traceCalls(http: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  http.addHook('onRequest', (request, _reply, done) => {
    // The pattern of the route: the address itself may contain a secret.
    const route = request.routeOptions.url ?? 'elsewhere';
    const attributes = { id: request.id, 'http.request.method': request.method, 'http.route': route };
    const span = tracer.startSpan(`${request.method} ${route}`, { attributes });
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  http.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

type Query = (...args: unknown[]) => unknown;

function traceQueries(pool: Pool): void {
  // Wraps the pool and each of its clients. The pool calls its clients with a callback, which is not traced a second time.
  pool.query = asSpans(pool.query.bind(pool) as Query) as Pool['query'];
  pool.on('connect', (client: PoolClient) => {
    client.query = asSpans(client.query.bind(client) as Query) as PoolClient['query'];
  });
}

const asSpans =
  (query: Query): Query =>
  (...args) => {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : (statement as { text?: string } | undefined)?.text;
    if (typeof args.at(-1) === 'function' || text === undefined) return query(...args);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const span = tracer.startSpan(`sql ${/\w+/.exec(text)?.[0]?.toLowerCase() ?? ''}`, { attributes });
    const answer = query(...args) as Promise<unknown>;
    answer.then(
      () => span.end(),
      () => {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    );
    return answer;
  };
