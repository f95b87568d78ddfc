import type { DemoGateway } from './demo-gateway.ts';

/** Sorts of requests schemathesis makes: the examples of a document, every bound of every schema, random ones, or such as follow its links. */
type Phase = 'examples' | 'coverage' | 'fuzzing' | 'stateful';

/** One way through one document. */
export interface Pass {
  readonly name: string;
  /** Where the document is: a URL or a file. */
  readonly document: string;
  readonly phase: Phase;
  /** Sent as bearer; undefined for requests without one. */
  readonly token?: string;
  /** Fixed values of path parameters, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Values a path parameter often has, by name. */
  readonly often?: Readonly<Record<string, readonly string[]>>;
  readonly withoutOperations?: readonly string[];
}

// They would take away what the other requests need.
const destructive = ['deleteConnection', 'revokeToken'];

/**
 * Every way through every document of a gateway, the quick ones first; `thorough` adds every bound of every schema. `exampleDocuments` are
 * files by connector, whose examples are sent.
 */
export function passesOf(
  gateway: DemoGateway,
  exampleDocuments: ReadonlyMap<string, string>,
  thorough: boolean,
): readonly Pass[] {
  const { url, token, adminToken, connections, workspace, disposableIds } = gateway;
  const document = `${url}/openapi.json`;
  const [anyConnection = ''] = connections.values();
  const demo = { workspace: 'demo', connector_id: connections.get('payments') ?? anyConnection };
  const ofTheGateway = (phase: Phase): Pass[] => [
    { name: 'gateway, token', document, phase, token, path: demo, withoutOperations: destructive },
    {
      name: 'gateway, admin token',
      document,
      phase,
      token: adminToken,
      path: { workspace },
      often: { id: disposableIds },
      // It runs no actions.
      withoutOperations: ['execute'],
    },
    { name: 'gateway, no token', document, phase, path: demo },
  ];
  const ofConnector = ([connector, file]: readonly [string, string]): Pass[] => {
    const path = { connector_id: connections.get(connector) ?? '' };
    const served = `${url}/openapi/${connector}.json`;
    return [
      { name: connector, document: file, phase: 'examples', token, path },
      { name: connector, document: served, phase: 'fuzzing', token, path },
      { name: connector, document: file, phase: 'stateful', token, path },
    ];
  };
  const connectors = [...exampleDocuments].filter(([connector]) => connections.has(connector));
  const [first, ...others] = connectors.reverse();
  return [
    ...ofTheGateway('fuzzing'),
    ...(first === undefined ? [] : ofConnector(first)),
    ...(thorough ? ofTheGateway('coverage') : []),
    ...others.flatMap(ofConnector),
  ];
}
