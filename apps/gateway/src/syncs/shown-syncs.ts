import type { EntitySync, PassSummary } from '@connectory/context-store';
import { type Connection, hidesData, type Policy } from '@connectory/control-plane';
import { connectorOf, type OwnConnectorParts, viewOf } from '@connectory/core';
import { type ErrorCode, errorTable, GatewayError } from '@connectory/errors';
import type { EntitySyncBody, SyncPassBody } from './schemas.ts';

/** Dependencies of what a policy shows of the synchronization of a connection. */
export type ShownSyncParts = OwnConnectorParts & Parameters<typeof viewOf>[0];

/** Whether records of an entity are hidden from a policy as a whole, so that their numbers are hidden as well. */
async function hidesRecords(parts: ShownSyncParts, policy: Policy, connection: Connection, entity: string) {
  if (!hidesData(policy)) return false;
  const registered = (await connectorOf(parts, connection))?.entities.get(entity);
  const view = registered && (await viewOf(parts, policy, connection, registered));
  return view !== undefined && (view.condition !== null || !view.isReadable);
}

/** The states of copies, without numbers of records that the policy hides, and without what vendors said if it hides data. */
export function shownSyncs(
  parts: ShownSyncParts,
  policy: Policy,
  connection: Connection,
  states: readonly EntitySync[],
): Promise<EntitySyncBody[]> {
  const isAllowed = ({ entity }: EntitySync) => policy.entities?.includes(entity) ?? true;
  return Promise.all(
    states.filter(isAllowed).map(async (state) => {
      const hides = hidesData(policy);
      const shown: EntitySyncBody = {
        ...state,
        held: state.held && { ...state.held, examples: hides ? [] : state.held.examples.map((one) => ({ ...one })) },
        errors: state.errors.map(({ partition, ...error }) =>
          hides
            ? { ...withoutRemoteWords(error), partition: null }
            : { ...error, partition: partition && { ...partition } },
        ),
      };
      return (await hidesRecords(parts, policy, connection, state.entity)) ? { ...shown, ...noNumbers } : shown;
    }),
  );
}

const noNumbers = {
  records: null,
  pages: null,
  rows: null,
  added: null,
  changed: null,
  removed: null,
  held: null,
  coverage: null,
} as const;

/** The last passes of an entity, without what vendors said if the policy hides data. Throws `forbidden` if it hides some of the records. */
export async function shownPasses(
  parts: ShownSyncParts,
  policy: Policy,
  connection: Connection,
  { entity, passes }: { readonly entity: string; readonly passes: readonly PassSummary[] },
): Promise<SyncPassBody[]> {
  if (await hidesRecords(parts, policy, connection, entity)) {
    throw new GatewayError(
      'forbidden',
      `The policy of this token hides some records of ${entity}, and its passes would say how many there are.`,
    );
  }
  const shown = hidesData(policy) ? withoutRemoteWords : (error: PassError): PassError => ({ ...error });
  return passes.map(({ error, ...pass }) => ({ ...pass, error: error && shown(error) }));
}

interface PassError {
  readonly code: string;
  readonly message: string;
}

/** An error of a pass without the words of the vendor, which may have any field of any record. */
const withoutRemoteWords = ({ code }: PassError): PassError => ({
  code,
  message: Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].sentence : 'It is not shown what happened.',
});
