import { z } from 'zod';
import { callRateFields, createdAtSchema, idSchema, listOf } from '../http/schemas.ts';

const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'use 1 to 63 of a-z, 0-9, "-" and "_", starting with a letter or digit');

const limitFields = {
  ...callRateFields,
  running_calls: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Maximum concurrent calls in one gateway process; 100 by default.'),
};

const limitsSchema = z
  .object(limitFields)
  .meta({ id: 'WorkspaceLimits', description: 'Limits shared by all tokens of a workspace.' });

/** Limits that all tokens of a workspace share, as sent and shown. */
export type WorkspaceLimitsBody = z.output<typeof limitsSchema>;

/** A workspace as the gateway shows it. */
export const workspaceSchema = z
  .object({
    id: idSchema,
    name: nameSchema.describe('Unique on this gateway; can be used instead of the ID in paths.'),
    created_at: createdAtSchema,
    limits: limitsSchema.describe('Limits shared by all its tokens.'),
  })
  .meta({
    id: 'Workspace',
    description:
      'Separates customers or teams: each connection, token and audit entry belongs to exactly one workspace.',
  });

/** A workspace as the gateway shows it. */
export type WorkspaceBody = z.output<typeof workspaceSchema>;

/** Response of `GET /api/v1/workspaces`. */
export const workspaceListSchema = listOf('WorkspaceList', 'A page of workspaces, ordered by name.', workspaceSchema);

/** Body of `POST /api/v1/workspaces`. */
export const newWorkspaceSchema = z
  .strictObject({
    name: nameSchema.describe('Must be unused, and must not look like an ID.'),
  })
  .meta({ id: 'NewWorkspace', description: 'A workspace to create.' });

/** Body of `PATCH /api/v1/workspaces/{workspace}`. */
export const workspaceChangeSchema = z
  .strictObject({
    limits: z
      .strictObject(limitFields)
      .meta({ id: 'NewWorkspaceLimits', description: 'Replaces all limits: omitted limits are removed.' }),
  })
  .meta({ id: 'WorkspaceChange', description: 'Changes to a workspace.' });

/** Path parameters below a workspace; `workspace` is its name or its id. */
export const workspacePathSchema = z.object({
  workspace: z.string().min(1).max(64).describe('Name or id of the workspace.'),
});
