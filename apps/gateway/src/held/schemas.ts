import { heldStates } from '@connectory/control-plane';
import { problemSchema } from '@connectory/openapi';
import { z } from 'zod';
import { heldStateSchema, previewSchema } from '../execute/schemas.ts';
import {
  connectorIdSchema,
  createdAtSchema,
  effectSchema,
  idSchema,
  listOf,
  listQuerySchema,
  timeSchema,
} from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

const personSchema = z
  .object({ id: idSchema, name: z.string().describe('Name, or else the e-mail address.') })
  .nullable();

const summarySchema = z
  .object({
    id: idSchema,
    state: heldStateSchema,
    reason: z.string().nullable().describe('Why it was refused, is void, or failed; null otherwise.'),
    connection: z
      .object({ id: idSchema, name: z.string().nullable().describe('Its name; null once it is deleted.') })
      .describe('The connection.'),
    connector: connectorIdSchema.describe('ID of the connector.'),
    entity: z.string().describe('Entity of the call.'),
    action: z.string().describe('Action of the call.'),
    effect: effectSchema.describe('What the action does upstream.'),
    asked_by: z
      .object({
        token_id: idSchema.describe('ID of the token.'),
        person: personSchema.describe('The person behind it; null if it is the token of a program.'),
        agent: z.string().nullable().describe('Name of the OAuth client; null without one.'),
      })
      .describe('Who asked for it.'),
    second_person: z.boolean().describe('Whether the person who asked may not approve it.'),
    created_at: createdAtSchema,
    expires_at: timeSchema.describe('When it ends without a decision.'),
    decided_at: timeSchema.nullable().describe('When it was approved or refused; null before.'),
    decided_by: z
      .object({
        token_id: idSchema.nullable().describe('ID of the token; null for an admin.'),
        person: personSchema.describe('The person; null for the token of a program.'),
      })
      .nullable()
      .describe('Who approved or refused it; null before.'),
    ended_at: timeSchema.nullable().describe('When it ended; null while it is open.'),
    url: z.string().describe('Page of the console on which a person decides.'),
  })
  .meta({ id: 'HeldWriteSummary', description: 'A write that waits for approval, or did, in short.' });

/** A write that waits for approval, or did. */
export const heldWriteSchema = z
  .object({
    ...summarySchema.shape,
    params: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Parameters of the call; null once they are removed, or cannot be read any more.'),
    intent: z.string().nullable().describe('Why the caller does it; null if it did not say.'),
    preview: previewSchema.nullable().describe('The requests that would be sent; null like `params`.'),
    preview_hash: z
      .string()
      .describe('Hash of the preview; sent back to approve exactly this. Empty if the preview is hidden from you.'),
    may_decide: z.boolean().describe('Whether the caller may approve it now.'),
    outcome: z
      .object({
        status: z.int().describe('HTTP status that the call would have had.'),
        result: z
          .object({
            data: z.record(z.string(), z.unknown()).describe('The record.'),
            meta: z.looseObject({}).describe('Additional information.'),
          })
          .optional()
          .describe('The response; present if it was executed and its response is small enough to be kept.'),
        error: problemSchema.optional(),
      })
      .nullable()
      .describe('How it ended once it was sent; `error` is present if it failed. Null otherwise.'),
  })
  .meta({ id: 'HeldWrite', description: 'A write that waits for approval, or did, with its parameters and outcome.' });

/** A held write in short, as documented. */
export type HeldSummaryBody = z.output<typeof summarySchema>;

/** A held write, as documented. */
export type HeldWriteBody = z.output<typeof heldWriteSchema>;

/** Response of the list of held writes. */
export const heldListSchema = listOf('HeldWriteList', 'A page of held writes, newest first.', summarySchema);

/** Query of the list of held writes. */
export const heldListQuerySchema = listQuerySchema.extend({
  state: z.enum(heldStates).optional().describe('Only those in this state.'),
});

/** Path parameters of one held write. */
export const heldPathSchema = workspacePathSchema.extend({ id: idSchema.describe('Id of the held write.') });

/** Body of an approval. */
export const approvalSchema = z
  .strictObject({
    preview_hash: z.string().min(1).max(128).describe('`preview_hash` of the held write, as the approver saw it.'),
  })
  .meta({ id: 'HeldApproval', description: 'Approval of exactly what was shown.' });

/** Body of a refusal. */
export const refusalSchema = z
  .strictObject({
    reason: z.string().max(500).optional().describe('Why, for the one who asked.'),
  })
  .meta({ id: 'HeldRefusal', description: 'Refusal of a held write.' });
