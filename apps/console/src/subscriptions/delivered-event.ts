/** What the console shows of an event: its record, where it is about one. */
export interface DeliveredEvent {
  readonly entity: string | undefined;
  /** The values that identify the record, in one text. */
  readonly key: string | undefined;
}

/** What the body of a delivery is about. */
export function deliveredEvent(body: string): DeliveredEvent {
  const { data } = JSON.parse(body) as { data?: { entity?: string; key?: readonly string[] } };
  return { entity: data?.entity, key: data?.key?.join(' / ') };
}
