import { type Client, type ConnectorEntity, createClient } from '@connectory/client';
import type { Schema } from '../describe-connector.ts';
import { findConnectionOrConnector } from '../find-connection.ts';
import { gatewayAccess } from '../gateway-access.ts';
import { namedWorkspace } from '../named-workspace.ts';
import { readProfiles } from '../profiles.ts';
import { parameterFlags, spelledFlags } from '../run/parameter-flags.ts';
import type { Terminal } from '../terminal.ts';
import type { Candidate, CompletionPlace } from './completion-place.ts';
import { quickFetch } from './quick-fetch.ts';

interface Asked {
  readonly client: Client;
  readonly workspace: string | undefined;
  readonly place: CompletionPlace;
}

/** Returns the candidates the gateway knows: names of connections, connectors, entities, actions, parameters, tokens and workspaces. */
export async function gatewayCandidates(terminal: Terminal, place: CompletionPlace): Promise<readonly Candidate[]> {
  const kind = kindOf(place);
  if (kind === 'profile') return [...readProfiles(terminal.environment)].map(([name, { url }]) => [name, url]);
  const source = sources[kind ?? ''];
  if (source === undefined) return [];
  const { url, token } = gatewayAccess({ environment: terminal.environment, options: place.given });
  const client = createClient({ url, token, fetch: quickFetch });
  return source({ client, workspace: namedWorkspace(terminal, place.given.workspace), place });
}

/** Returns what the word names: an argument, the option it is a value of, or a parameter. */
function kindOf({ command, awaited, operands, begun, typed }: CompletionPlace): string | undefined {
  if (typed.includes('--direct')) return undefined;
  if (awaited !== undefined) {
    const name = awaited.attributeName();
    return name === 'connectors' ? 'connector' : name;
  }
  if (command.name() === 'run' && operands.length >= 3) return 'parameter';
  if (begun.startsWith('-')) return undefined;
  return command.registeredArguments[operands.length]?.name();
}

const sources: Readonly<Record<string, (asked: Asked) => Promise<readonly Candidate[]>>> = {
  connection: async ({ client, workspace }) =>
    (await Array.fromAsync(client.connectorInstances(workspace))).map(({ name, vendor, connector }) => [
      name,
      vendor ?? connector,
    ]),
  connector: async ({ client }) =>
    (await Array.fromAsync(client.connectors.list())).map(({ id, vendor }) => [id, vendor]),
  workspace: async ({ client }) => (await Array.fromAsync(client.workspaces.list())).map(({ name }) => [name, '']),
  token: async ({ client, workspace }) => {
    const { value: only } = await client.workspaces.list().next();
    const { tokens } = client.workspace(workspace ?? only?.name ?? '');
    const valid = (await Array.fromAsync(tokens.list())).filter(({ revoked_at: revoked }) => revoked === null);
    return valid.map(({ name, id }) => [name, id]);
  },
  entity: async (asked) => (await entitiesOf(asked)).map(({ name, summary }) => [name, summary]),
  action: async (asked) => {
    const [, name] = asked.place.operands;
    const actions = (await entitiesOf(asked)).find((entity) => entity.name === name)?.actions ?? [];
    return actions.map(({ action, summary }) => [action, summary]);
  },
  parameter: async (asked) => parameterCandidates(await entitiesOf(asked), asked.place),
};

async function entitiesOf({ client, workspace, place }: Asked): Promise<readonly ConnectorEntity[]> {
  const [first = ''] = place.operands;
  const isConnector = place.command.registeredArguments[0]?.name() === 'connector';
  const connector = isConnector ? first : (await findConnectionOrConnector(client, workspace, first)).connector;
  return (await client.connectors.get(connector)).entities;
}

function parameterCandidates(entities: readonly ConnectorEntity[], { operands, typed }: CompletionPlace) {
  const [, entityName, actionName] = operands;
  const entity = entities.find(({ name }) => name === entityName);
  const action = entity?.actions.find((known) => known.action === actionName);
  const flags = parameterFlags((action?.params ?? {}) as Schema);
  const [last = ''] = spelledFlags(typed.slice(-1), flags);
  const awaited = flags.find(({ flag }) => last === `--${flag}`);
  if (awaited !== undefined && awaited.schema.type !== 'boolean')
    return (awaited.schema.enum ?? []).map((value): Candidate => [String(value), '']);
  return flags.map(({ flag, schema }): Candidate => [`--${flag}`, schema.description ?? '']);
}
