import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Done } from '../shared.ts';

const markdown = z
  .string()
  .describe('Text in Markdown')
  .meta({ examples: ['# Runbook'] });
const byId = z.object({ canvas_id: z.string().describe('Canvas ID, such as `F1234ABCD`') });
const content = (text: string | undefined) => (text === undefined ? undefined : { type: 'markdown', markdown: text });

/** https://docs.slack.dev/surfaces/canvases */
export const canvases = defineEntity({
  name: 'canvases',
  summary: 'Canvases, the documents in Slack',
  keywords: ['document in slack', 'runbook', 'meeting notes', 'channel canvas', 'write a doc'],
  beyondContract: true,
  record: Done.extend({ canvas_id: z.string() }),
  key: 'canvas_id',
  actions: {
    create: slack('POST /canvases.create', {
      summary: 'Create a canvas, on its own or as a tab of a channel',
      params: z.object({
        title: z.string().optional().describe('Title'),
        markdown: markdown.optional().describe('Text in Markdown'),
        channel_id: z.string().optional().describe('Channel ID, to add it there as a tab'),
      }),
      wire: ({ markdown: text, ...canvas }) => ({ body: { ...canvas, document_content: content(text) } }),
    }),
    update: slack('POST /canvases.edit', {
      summary: 'Change the text of a canvas: replace it, add to it, or delete a section',
      params: byId.extend({
        operation: z
          .enum(['replace', 'insert_at_start', 'insert_at_end', 'insert_before', 'insert_after', 'delete'])
          .describe('What to do; replace without a section replaces the whole text'),
        section_id: z.string().optional().describe('Section that is changed, or next to which text is inserted'),
        markdown: markdown.optional().describe('Text in Markdown, except to delete'),
      }),
      // Slack takes a list, of one change.
      wire: ({ canvas_id, operation, section_id, markdown: text }) => ({
        body: { canvas_id, changes: [{ operation, section_id, document_content: content(text) }] },
      }),
      result: Done,
    }),
    delete: slack('POST /canvases.delete', { summary: 'Delete a canvas', params: byId, result: Done }),
  },
});
