import type { CallSpan, SpanFacts, Tracer } from '@connectory/core';
import {
  type Attributes,
  type Context,
  type Tracer as OpenTelemetryTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

const kinds: Readonly<Record<string, SpanKind>> = {
  upstream: SpanKind.CLIENT,
  execute: SpanKind.SERVER,
  mcp: SpanKind.SERVER,
};

const names: Readonly<Record<keyof SpanFacts, string>> = {
  requestId: 'connectory.request_id',
  workspaceId: 'connectory.workspace_id',
  connector: 'connectory.connector',
  entity: 'connectory.entity',
  action: 'connectory.action',
  attempt: 'connectory.attempt',
  code: 'error.type',
  status: 'http.response.status_code',
};

const propagator = new W3CTraceContextPropagator();
const traceparentOnly = {
  get: (header: string | undefined, name: string) => (name === 'traceparent' ? header : undefined),
  keys: () => ['traceparent'],
};

/** Traces calls with an OpenTelemetry tracer. Parents are passed explicitly, so no context has to follow a call through its awaits. */
export function openTelemetryTracer(tracer: OpenTelemetryTracer): Tracer {
  return {
    begin: (name, traceparent, facts) => {
      const header = typeof traceparent === 'string' ? traceparent : undefined;
      return new OpenTelemetrySpan(tracer, name, propagator.extract(ROOT_CONTEXT, header, traceparentOnly), facts);
    },
  };
}

class OpenTelemetrySpan implements CallSpan {
  readonly #tracer: OpenTelemetryTracer;
  readonly #span: Span;
  readonly #context: Context;

  constructor(tracer: OpenTelemetryTracer, name: string, parent: Context, facts: SpanFacts) {
    this.#tracer = tracer;
    const kind = kinds[name] ?? SpanKind.INTERNAL;
    this.#span = tracer.startSpan(name, { kind, attributes: attributesOf(facts) }, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  begin(name: string, facts: SpanFacts = {}): CallSpan {
    return new OpenTelemetrySpan(this.#tracer, name, this.#context, facts);
  }

  tell(facts: SpanFacts): void {
    this.#span.setAttributes(attributesOf(facts));
    if (facts.code !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: facts.code });
  }

  end(): void {
    this.#span.end();
  }
}

function attributesOf(facts: SpanFacts): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(facts) as (keyof SpanFacts)[]) attributes[names[name]] = facts[name];
  return attributes;
}
