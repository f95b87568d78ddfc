import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { type ErrorCode, errorTable } from '@connectory/errors';
import { type ComponentReference, componentReference } from './component-reference.ts';
import { problemExample } from './problem-example.ts';

/** The responses of an operation by status. */
export type Responses = RouteConfig['responses'];

// idempotency_conflict becomes retryable while the first request is still running.
const mayCarryRetryAfter = (code: ErrorCode) => errorTable[code].retryable || code === 'idempotency_conflict';

const pascalCase = (code: ErrorCode) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `RateLimitedOrQuotaExceeded` for `rate_limited` and `quota_exceeded`. */
const componentName = (codes: readonly ErrorCode[]) => codes.map(pascalCase).join('Or');

/**
 * The error responses of operations. Each set of codes that a response can have is a shared component, and so is the example of each code;
 * both are registered when an operation first uses them.
 */
export class ProblemResponses {
  readonly #registry: OpenAPIRegistry;
  readonly #examples = new Map<ErrorCode, ComponentReference>();
  readonly #responses = new Map<string, ComponentReference>();

  constructor(registry: OpenAPIRegistry) {
    this.#registry = registry;
  }

  /** The responses with these codes, by status. */
  of(codes: readonly ErrorCode[]): Responses {
    const inOrder = (Object.keys(errorTable) as ErrorCode[]).filter((code) => codes.includes(code));
    const byStatus = Map.groupBy(inOrder, (code) => errorTable[code].status);
    return Object.fromEntries([...byStatus].map(([status, those]) => [String(status), this.#shared(those)]));
  }

  #shared(codes: readonly ErrorCode[]): ComponentReference {
    const name = componentName(codes);
    const known = this.#responses.get(name);
    if (known !== undefined) return known;
    const { ref } = this.#registry.registerComponent('responses', name, this.#response(codes));
    this.#responses.set(name, ref);
    return ref;
  }

  #response(codes: readonly ErrorCode[]) {
    return {
      description: codes.map((code) => `\`${code}\`: ${errorTable[code].sentence}`).join('\n\n'),
      headers: {
        'X-Request-Id': componentReference('headers', 'RequestId'),
        ...(codes.some(mayCarryRetryAfter) && { 'Retry-After': componentReference('headers', 'RetryAfter') }),
        ...(codes.includes('quota_exceeded') && {
          'RateLimit-Policy': componentReference('headers', 'RateLimitPolicy'),
          RateLimit: componentReference('headers', 'RateLimit'),
        }),
        ...(codes.includes('unauthenticated') && { 'WWW-Authenticate': componentReference('headers', 'Challenge') }),
      },
      content: {
        'application/problem+json': {
          schema: componentReference('schemas', 'Problem'),
          examples: Object.fromEntries(codes.map((code) => [code, this.#example(code)])),
        },
      },
    };
  }

  #example(code: ErrorCode): ComponentReference {
    const known = this.#examples.get(code);
    if (known !== undefined) return known;
    const { ref } = this.#registry.registerComponent('examples', pascalCase(code), {
      summary: errorTable[code].title,
      value: problemExample(code),
    });
    this.#examples.set(code, ref);
    return ref;
  }
}
