/** A file, or a folder of files, that may name connectors, and the reason. */
export interface NameException {
  readonly path: string;
  readonly reason: string;
}

/** Connectors that tests may name if they need an arbitrary connector. The list stays this short: these are enough for new tests. */
export const testExamples: readonly string[] = ['github', 'zendesk', 'stripe', 'ashby'];

/** Other files that may name a connector. A file that no longer does must be removed from this list. */
export const connectorNameExceptions: readonly NameException[] = [
  { path: 'apps/console/src/pictures/scenes.ts', reason: 'the records that its pictures show' },
  { path: 'apps/gateway/src/agent-sdk/agent-definitions.ts', reason: 'the ids the hosted service gave its connectors' },
  { path: 'apps/gateway/src/agent-sdk/answer-shapes.ts', reason: 'oddities in the typed models of its clients' },
  { path: 'apps/gateway/src/run-demo.ts', reason: 'the call it prints to try' },
  { path: 'packages/client/src/generated', reason: 'made from spec/' },
  { path: 'packages/openapi/src/operations', reason: 'examples in the document of the gateway' },
  { path: 'tools/bench/src', reason: 'its records have the size and shape of those of one vendor' },
  { path: 'tools/check-conventions', reason: 'this list, and made-up projects in tests' },
  { path: 'tools/fuzz/src/passes.ts', reason: 'the examples in the document of the gateway can only succeed there' },
  { path: 'tools/generated-clients/src', reason: 'the scenario that is written in every language' },
];
