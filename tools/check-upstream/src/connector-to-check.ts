import type { Action, Connector } from '@connectory/connector-sdk';
import { failureMark, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import { type DeclaredAction, declaredActions } from '@connectory/testkit/declarations';
import { generateParameterSets } from '@connectory/testkit/parameter-sets';
import { z } from 'zod';
import type { CheckedAction, CheckedConnector } from './check-upstream.ts';

/** A connector as the check against its vendor's description sees it. */
export function checkedConnector(connector: Connector): CheckedConnector {
  return {
    id: connector.id,
    actions: declaredActions(connector).map((declared) => checkedAction(connector, declared)),
  };
}

function checkedAction({ upstream }: Connector, { entity, name, action }: DeclaredAction): CheckedAction {
  const kind = resultKind(name);
  const { requiredAt, fileAt, meta, paging } = action;
  const isPlainFile = kind === 'file' && fileAt === undefined;
  const next =
    kind === 'records' ? [...Object.values(meta).flatMap(({ reads }) => reads), ...(paging?.reads ?? [])] : [];
  const mark = isPlainFile ? undefined : failureMark(upstream.failure)?.path;
  // A parameter in the place of a position in a list.
  const file = fileAt?.replaceAll(/\{[^{}]*\}/g, '0');
  const reads = [mark, requiredAt, file, ...next].filter((path) => path !== undefined);
  const isListed = kind === 'records' || ('match' in action && action.match !== undefined);
  return {
    entity: entity.name,
    action: name,
    params: declaredSchema(syncParams(action)),
    reads: [...new Set(reads)],
    ...(kind !== 'file' && {
      result: {
        kind: isListed ? 'records' : 'record',
        at: isListed ? action.recordsAt : action.recordAt,
        record: declaredSchema(action.result ?? entity.record),
        ...(action.toRecord !== undefined && { reshape: reshapeOf(action) }),
        filtered: action.keep !== undefined,
      },
    }),
  };
}

/** The rows of an action as records, for the first parameters that can be made for it. */
function reshapeOf(action: Action): (row: unknown) => unknown {
  const [set] = generateParameterSets(declaredSchema(action.params)).sets;
  const params = action.params.safeParse(set?.params ?? {}).data ?? {};
  return (row) => action.toRecord?.(row, params);
}

// What is published admits more than what is declared, and only the latter can deny what the vendor sends.
function declaredSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
}
