import { type Connector, valueAt } from '@connectory/connector-sdk';
import { resultKind } from '@connectory/connector-sdk/engine';
import type { ConformanceCheck } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions } from '../declared-actions.ts';
import { require, shown } from '../finding.ts';
import { jsonOf, type TestGateway } from '../test-gateway.ts';
import { succeeded } from './actions.ts';

const mostPages = 60;
const sizes = [7, 5, 10, 20, 25, 30, 50, 100];

/** Each list is followed to its end by `next_params` and must return every record once, with pages of any size. */
export function pagingChecks(connector: Connector): readonly ConformanceCheck[] {
  return declaredActions(connector)
    .filter(({ name, action }) => resultKind(name) === 'records' && action.paging !== null)
    .map((declared) => ({
      group: 'paging',
      name: `${declared.title} leads to its end, with every record once`,
      run: (gateway) => leadsToItsEnd(gateway, declared),
    }));
}

async function leadsToItsEnd(gateway: TestGateway, declared: DeclaredAction): Promise<void> {
  const { entity, name, action, title } = declared;
  const params = gateway.example(entity.name, name);
  const size = action.paging?.size;
  const accepted =
    size === undefined ? [] : sizes.filter((count) => action.params.shape[size]?.safeParse(count).success);
  const [small] = accepted;
  const large = accepted.toSorted((one, other) => other - one)[0];
  const pages = await follow(gateway, declared, { ...params, ...(size && small && { [size]: small }) });
  if (size !== undefined && small !== undefined) {
    const full = pages.find((page) => page.length > small);
    require(full === undefined, () =>
      `${title} answers ${full?.length} records to ${size}: ${small}. Does ${size} reach the vendor?`);
  }
  const keys = pages.flat().map((record) => keyOf(record, entity.key));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  require(twice === undefined, () =>
    `${title} gives the record ${twice} twice: look at paging and at the key of ${entity.name}.`);
  if (size === undefined || large === undefined || large === small) return;
  const whole = (await follow(gateway, declared, { ...params, [size]: large })).flat();
  const missing = whole.map((record) => keyOf(record, entity.key)).filter((key) => !keys.includes(key));
  require(missing.length === 0 && whole.length === keys.length, () => {
    return `${title} gives ${whole.length} records in pages of ${large} but ${keys.length} in pages of ${small}${missing.length > 0 ? `, without ${shown(missing[0])}` : ''}.`;
  });
}

async function follow(
  gateway: TestGateway,
  { entity, name, title }: DeclaredAction,
  first: object,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let params: object | null = first;
  while (params !== null) {
    require(pages.length < mostPages, () => {
      return `${title} does not end after ${mostPages} pages; the last one was requested with ${shown(params)}. Its paging must return null after the last page.`;
    });
    const outcome = await gateway.execute({ entity: entity.name, action: name, params });
    const result = succeeded(outcome, `page ${pages.length + 1} of ${title} with ${shown(params)}`);
    pages.push(jsonOf(result) as unknown[]);
    const next = result.kind === 'records' ? (result.meta.next_params as object | null) : null;
    params = next && { ...params, ...next };
  }
  return pages;
}

function keyOf(record: unknown, key: DeclaredAction['entity']['key']): string {
  if (key === null) return JSON.stringify(record);
  return [key]
    .flat()
    .map((path) => String(valueAt(record, path)))
    .join('/');
}
