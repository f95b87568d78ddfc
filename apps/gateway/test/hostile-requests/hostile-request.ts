/** One request as it is sent. */
export interface HostileRequest {
  readonly about: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The gateway and the token of the requests. */
export interface Target {
  readonly token: string;
  readonly adminToken: string;
  readonly connections: Readonly<Record<string, string>>;
  /** Ids of connections in another workspace, which the token must not reach. */
  readonly foreign?: readonly string[];
}

/** The header of a JSON body. */
export const json = { 'content-type': 'application/json' };

/** The header of a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Path of the execute call of a connection. */
export const executePath = (id: string) => `/api/v1/integrations/connectors/${id}/execute`;

/** An execute call through the connection of a connector. */
export function execute(
  { token, connections }: Target,
  about: string,
  connector: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): HostileRequest {
  const path = executePath(connections[connector] ?? connector);
  return { about, method: 'POST', path, headers: { ...json, ...bearer(token), ...headers }, body };
}
