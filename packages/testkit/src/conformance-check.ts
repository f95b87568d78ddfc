import type { TestGateway } from './test-gateway.ts';

/** One rule of the suite. The checks of a group share a gateway and run in order. */
export interface ConformanceCheck {
  readonly group: CheckGroup;
  readonly name: string;
  /** Throws a `Finding` when the connector breaks the rule. */
  run(gateway: TestGateway): Promise<void> | void;
}

/** The parts of the suite, in the order in which they run. */
export const checkGroups = [
  'manifest',
  'actions',
  'paging',
  'retries',
  'failures',
  'secrets',
  'search and sync',
  'own fields',
  'events',
  'unruly vendors',
] as const;

/** Name of a part of the suite. */
type CheckGroup = (typeof checkGroups)[number];

/** What a check found wrong: what was seen, and what the author of the connector can change. */
export class Finding extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Finding';
  }
}

/** Throws a `Finding` with the message unless the condition holds. */
export function require(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Finding(message());
}

/** A value as short text for a message, at most 300 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
