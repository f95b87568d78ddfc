import type { Connector } from '@connectory/connector-sdk';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { operationIdOf } from '@connectory/openapi';
import { type ActionExamples, type DemoExample, takeExamples } from './demo-examples/index.ts';

/** The examples of a connector as printed by the demo. */
export class Examples {
  readonly #connector: string;
  readonly #examples: ActionExamples;

  constructor(connector: string, examples: ActionExamples) {
    this.#connector = connector;
    this.#examples = examples;
  }

  /** Returns the example of an action. Throws an `Error` if there is none. */
  of(entity: string, action: string): DemoExample {
    const example = this.#examples[operationIdOf(entity, action)];
    if (example === undefined) throw new Error(`The demo gives no example of ${this.#connector} ${entity} ${action}.`);
    return example;
  }
}

/** Runs every action of connectors in a demo, and returns their examples in the same order. */
export async function examplesOf(connectors: readonly Connector[]): Promise<readonly Examples[]> {
  const taken = await takeExamples(connectors, { sandboxes: builtInSandboxes });
  return connectors.map(({ id }) => new Examples(id, taken.get(id) ?? {}));
}
