import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { githubRest } from './adapter.ts';
import { inRepository } from './shared.ts';

const Webhook = z.object({
  id: z.int(),
  name: z.literal('web'),
  active: z.boolean(),
  events: z.array(z.string()),
  config: z.object({ url: z.string(), content_type: z.string() }),
});

/** A webhook of each repository, for events by their names. https://docs.github.com/rest/repos/webhooks */
export const webhooksFor = (events: readonly string[]) =>
  defineEntity({
    name: 'webhooks',
    summary: 'Webhooks of a repository',
    record: Webhook,
    key: 'id',
    actions: {
      // GitHub allows 20 webhooks for an event, so that one page has those that matter.
      list: githubRest('GET /repos/{owner}/{repo}/hooks', {
        summary: 'List the webhooks of a repository',
        params: inRepository,
        wire: () => ({ query: { per_page: 100 } }),
      }),
      create: githubRest('POST /repos/{owner}/{repo}/hooks', {
        summary: 'Create a webhook of a repository',
        params: inRepository.extend({
          url: z.string().describe('Where events are sent to'),
          secret: z.string().describe('What events are signed with'),
        }),
        wire: ({ url, secret }) => ({
          body: { name: 'web', active: true, events, config: { url, content_type: 'json', secret } },
        }),
      }),
      delete: githubRest('DELETE /repos/{owner}/{repo}/hooks/{id}', {
        summary: 'Delete a webhook of a repository',
        params: inRepository.extend({ id: z.int().describe('Webhook id') }),
        result: z.object({}),
      }),
    },
  });
