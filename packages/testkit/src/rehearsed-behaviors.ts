import type { Connector } from '@connectory/connector-sdk';
import { resultKind } from '@connectory/connector-sdk/engine';
import { entityPlans } from '@connectory/context-store';
import { type UnrulyName, unrulyBehaviors } from '@connectory/sandbox';
import { type DeclaredAction, declaredActions } from './declarations.ts';

/** A behavior of real vendors that the suite rehearses. */
export interface RehearsedBehavior {
  /** What the vendor does, after "the vendor". */
  readonly does: string;
  /** What can meet it. */
  readonly where: string;
  /** Whether live calls are made or copies are synchronized. */
  readonly tries: 'calls' | 'copies';
  /** The lists of a connector that can meet it; none if its vendor cannot behave so. */
  readonly lists: (connector: Connector) => readonly DeclaredAction[];
}

const listsOf = (connector: Connector) =>
  declaredActions(connector).filter(({ name }) => resultKind(name) === 'records');

function copiedListsOf(connector: Connector): readonly DeclaredAction[] {
  const copied = new Set(entityPlans(connector).map(({ action }) => action));
  return listsOf(connector).filter(({ action }) => copied.has(action));
}

function behavior(name: UnrulyName, tries: RehearsedBehavior['tries']): RehearsedBehavior {
  const { does, where, meets } = unrulyBehaviors[name];
  const lists = tries === 'calls' ? listsOf : copiedListsOf;
  return { does, where, tries, lists: (connector) => lists(connector).filter(({ action }) => meets(action)) };
}

const copies: ReadonlySet<UnrulyName> = new Set([
  'repeated-page',
  'no-such-page',
  'empty-lists',
  'heavy-pages',
  'record-removed',
]);

/** Every behavior by its name: those of the sandbox, and two of vendors as a whole. */
export const rehearsedBehaviors = {
  ...(Object.fromEntries(
    (Object.keys(unrulyBehaviors) as UnrulyName[]).map((name) => [
      name,
      behavior(name, copies.has(name) ? 'copies' : 'calls'),
    ]),
  ) as Readonly<Record<UnrulyName, RehearsedBehavior>>),
  'token-delayed': {
    does: 'rejects a token request that it accepts later',
    where: 'connectors that renew access tokens',
    tries: 'calls',
    lists: (connector) => {
      const [first] = Object.values(connector.upstream.authentication);
      return first?.token?.grant === 'refresh_token' ? listsOf(connector).slice(0, 1) : [];
    },
  },
  'limited-route': {
    does: 'accepts no more requests of one kind for now',
    where: 'connectors whose vendor limits kinds of requests apart',
    tries: 'calls',
    lists: (connector) => {
      const { bucket = 'connection' } = connector.upstream.limits ?? {};
      return bucket === 'connection' ? [] : differentRoutes(connector, bucket);
    },
  },
} as const satisfies Readonly<Record<string, RehearsedBehavior>>;

/** Name of a behavior that the suite rehearses. */
export type BehaviorName = keyof typeof rehearsedBehaviors;

// Two lists whose limits are certainly not the same.
function differentRoutes(connector: Connector, bucket: object | 'route'): readonly DeclaredAction[] {
  const endings = typeof bucket === 'object' && 'apart' in bucket ? (bucket.apart as readonly string[]) : null;
  const limitOf = ({ action }: DeclaredAction) => {
    const path = action.routes[0]?.path ?? '';
    return endings === null ? path : endings.find((ending) => path.endsWith(ending));
  };
  const lists = listsOf(connector);
  const [first] = lists;
  const second = first && lists.find((list) => limitOf(list) !== limitOf(first));
  return first === undefined || second === undefined ? [] : [first, second];
}
