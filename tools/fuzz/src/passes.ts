import type { DemoGateway } from './demo-gateway.ts';
import type { ExampleDocument } from './example-documents.ts';

/**
 * The kinds of requests schemathesis generates: the examples of a document, every bound of every schema, random ones, or those that follow
 * its links.
 */
type Phase = 'examples' | 'coverage' | 'fuzzing' | 'stateful';

/** One run of schemathesis over one document. */
export interface Pass {
  readonly name: string;
  /** The URL or file of the document. */
  readonly document: string;
  readonly phase: Phase;
  /** Bearer token; undefined for requests without one. */
  readonly token?: string;
  /** Fixed values of path parameters, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Values a path parameter often has, by name. */
  readonly often?: Readonly<Record<string, readonly string[]>>;
  readonly withoutOperations?: readonly string[];
  /** A pattern of the operations to include; undefined for all. */
  readonly operations?: string;
}

// They would delete what other requests need.
const destructive = ['deleteConnection', 'revokeToken'];

/** The operations that links of the documents start from or lead to. */
const linked = '_(list|get|api_search|context_store_search)$';
/** Number of connectors whose links are followed even in short runs: those with the most links. */
const alwaysLinked = 2;

/**
 * All passes over every document of a gateway, the quick ones first; `thorough` adds every bound of every schema. `exampleDocuments` are
 * documents by connector, whose examples are sent.
 */
export function passesOf(
  gateway: DemoGateway,
  exampleDocuments: ReadonlyMap<string, ExampleDocument>,
  thorough: boolean,
): readonly Pass[] {
  const { url, token, adminToken, connections, workspace, disposableIds } = gateway;
  const document = `${url}/openapi.json`;
  const [anyConnection = ''] = connections.values();
  const demo = { workspace: 'demo', connector_id: connections.get('stripe') ?? anyConnection };
  const ofTheGateway = (phase: Phase): Pass[] => [
    { name: 'gateway, token', document, phase, token, path: demo, withoutOperations: destructive },
    {
      name: 'gateway, admin token',
      document,
      phase,
      token: adminToken,
      path: { workspace },
      often: { id: disposableIds },
      // The admin token runs no actions.
      withoutOperations: ['execute'],
    },
    { name: 'gateway, no token', document, phase, path: demo },
  ];
  const pathOf = (connector: string) => ({ connector_id: connections.get(connector) ?? '' });
  const followingLinks = ([connector, { file }]: readonly [string, ExampleDocument]): Pass => ({
    name: connector,
    document: file,
    phase: 'stateful',
    token,
    path: pathOf(connector),
    operations: linked,
  });
  const ofConnector = ([connector, { file }]: readonly [string, ExampleDocument]): Pass[] => {
    const path = pathOf(connector);
    const served = `${url}/openapi/${connector}.json`;
    return [
      { name: connector, document: file, phase: 'examples', token, path },
      { name: connector, document: served, phase: 'fuzzing', token, path },
    ];
  };
  const connectors = [...exampleDocuments].filter(([connector]) => connections.has(connector)).reverse();
  const [first, ...others] = connectors;
  const byLinks = connectors.toSorted(([, one], [, other]) => other.links - one.links);
  return [
    ...byLinks.slice(0, alwaysLinked).map(followingLinks),
    ...ofTheGateway('fuzzing'),
    ...(first === undefined ? [] : ofConnector(first)),
    ...(thorough ? ofTheGateway('coverage') : []),
    ...others.flatMap(ofConnector),
    ...byLinks.slice(alwaysLinked).map(followingLinks),
  ];
}
