import { type ConnectorEvents, secretUrl } from '@connectory/connector-sdk';

/**
 * Confluence sends webhooks to apps of its marketplace only. A rule of its automation can send a request with the id of a page
 * (README). https://support.atlassian.com/cloud-automation/docs/automation-actions-in-confluence/
 */
export const events: ConnectorEvents = {
  documentation: 'https://support.atlassian.com/cloud-automation/docs/automation-actions-in-confluence/',
  entities: ['pages'],
  signature: secretUrl,
  hints: ({ body }) => {
    const id = body?.page_id;
    return typeof id === 'string' || typeof id === 'number' ? [{ entity: 'pages', params: { id: String(id) } }] : [];
  },
};
