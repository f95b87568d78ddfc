import { camelCase, snakeCase } from '../names.ts';
import { memberName, quoted } from '../source-text.ts';

/** Where the parameters of an action go, as far as the default rule of the SDK does not say it. */
export interface ParamTargets {
  /** Whether parameters without another target go into the body. */
  readonly hasBody: boolean;
  /** Names of headers by parameter. */
  readonly headers: ReadonlyMap<string, string>;
  /** Parameters of a write that go into the query. */
  readonly query: readonly string[];
  /** The only member of the body, which holds the others. */
  readonly wrapper: string | undefined;
  /** Parameters of the path that the body has as well. */
  readonly repeated: readonly string[];
}

/** Source of the `wire` of an action; undefined if the default rule sends its parameters correctly. */
export function wireSource({ hasBody, headers, query, wrapper, repeated }: ParamTargets): string | undefined {
  const moved = [...headers.keys(), ...query];
  if (moved.length === 0 && wrapper === undefined && repeated.length === 0) return undefined;
  const local = new Map(moved.map((param) => [param, camelCase(snakeCase(param).split('_'))]));
  const named = (param: string, name: string) => {
    const value = local.get(param) ?? '';
    return name === value ? name : `${memberName(name)}: ${value}`;
  };
  const taken = moved.map((param) => named(param, param));
  const first = taken.length === 0 ? 'rest' : `{ ${[...taken, '...rest'].join(', ')} }`;
  const copied = repeated.map((name) => `${memberName(name)}: all[${quoted(name)}]`);
  const values = copied.length === 0 ? 'rest' : `{ ...rest, ${copied.join(', ')} }`;
  const body = wrapper === undefined ? values : `{ ${memberName(wrapper)}: ${values} }`;
  const sent = [...headers].map(([param, header]) => named(param, header));
  const parts = [
    ...(sent.length === 0 ? [] : [`headers: { ${sent.join(', ')} }`]),
    ...(query.length === 0 ? [] : [`query: { ${query.map((param) => named(param, param)).join(', ')} }`]),
    `${hasBody ? 'body' : 'query'}: ${body}`,
  ];
  return `wire: (${copied.length > 0 ? `${first}, all` : first}) => ({ ${parts.join(', ')} }),`;
}
