import type { PagedAction } from './connector-types.ts';

type Address<Action extends string> = `/api/v1/integrations/connectors/{connector_id}/execute/${string}/${Action}`;

interface Operation<Answer> {
  post: {
    requestBody: { content: { 'application/json': { params?: Record<string, unknown> } } };
    responses: { 200: { content: { 'application/json': Answer } } };
  };
}

/** A record of unknown shape. */
type LooseRecord = Record<string, unknown>;

/** Paths of an unknown connector: any entity, every action, parameters and records of any shape. */
export interface LoosePaths {
  [paged: Address<PagedAction>]: Operation<{
    data: LooseRecord[];
    meta: { next_params: LooseRecord | null; [name: string]: unknown };
  }>;
  [single: Address<'get' | 'create' | 'update' | 'delete'>]: Operation<{
    data: LooseRecord;
    meta: { [name: string]: unknown };
  }>;
  [file: Address<'download'>]: Operation<never>;
}
