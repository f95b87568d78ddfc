import { type ConnectorEvents, type EventHint, type RawValue, secretUrl } from '@connectory/connector-sdk';

const removals = ['delete_pulse', 'item_deleted', 'archive_pulse', 'item_archived', 'pulse_deleted', 'pulse_archived'];

function hintsOf(event: RawValue): readonly EventHint[] {
  const item = event.pulseId ?? event.itemId;
  // Subitems live on boards of their own, which have no copy.
  if (item === undefined || event.parentItemId !== undefined) return [];
  const id = String(item);
  const board = String(event.boardId);
  const gone = removals.includes(event.type);
  const own: EventHint = { entity: 'items', params: { id, board_id: board }, key: { id }, gone };
  const update = event.updateId ?? event.replyId;
  if (update === undefined) return [own];
  const isGone = /^delete_/.test(event.type);
  return [own, { entity: 'updates', params: { id: String(update) }, key: { id: String(update) }, gone: isGone }];
}

/** https://developer.monday.com/api-reference/reference/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://developer.monday.com/api-reference/reference/webhooks',
  entities: ['items', 'updates'],
  signature: secretUrl,
  handshake: ({ body }) =>
    typeof body?.challenge === 'string'
      ? { contentType: 'application/json', body: JSON.stringify({ challenge: body.challenge }) }
      : undefined,
  hints: ({ body }) => (body?.event === undefined ? [] : hintsOf(body.event)),
};
