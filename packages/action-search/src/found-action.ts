import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type JsonSchema } from '@connectory/connector-sdk/engine';
import type { ActionAddress } from './indexed-action.ts';

/** One parameter of an action in short; `type` is the JSON type of its values, or `any`. */
export interface FoundParam {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** One action in short. */
export interface FoundAction extends ActionAddress {
  readonly summary: string;
  /** Those that must be given first. */
  readonly params: readonly FoundParam[];
}

/** An action as its manifest describes it. */
export function describeAction(connector: Connector, address: ActionAddress): FoundAction {
  const entity = describeConnector(connector).entities.find(({ name }) => name === address.entity);
  const manifest = entity?.actions.find(({ action }) => action === address.action);
  if (manifest === undefined) throw new Error(`${connector.id} has no ${address.action} of ${address.entity}`);
  return { ...address, summary: manifest.summary, params: paramsOf(manifest.params) };
}

function paramsOf({ properties = {}, required = [] }: JsonSchema): readonly FoundParam[] {
  const names = new Set(required as readonly string[]);
  const params = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: names.has(name),
  }));
  return [...params.filter((param) => param.required), ...params.filter((param) => !param.required)];
}

function typeOf({ type, anyOf = [] }: JsonSchema): string {
  const stated =
    type === undefined ? (anyOf as readonly JsonSchema[]).flatMap((one) => one.type ?? 'any') : [type].flat();
  const types = new Set(stated.filter((one) => one !== 'null'));
  const [only] = types;
  return types.size === 1 && typeof only === 'string' ? only : 'any';
}
