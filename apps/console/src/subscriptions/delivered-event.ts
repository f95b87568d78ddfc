/** The parts of an event that the console shows: its record, if it is about one. */
export interface DeliveredEvent {
  readonly entity: string | undefined;
  /** The values that identify the record, joined. */
  readonly key: string | undefined;
}

/** Parses the body of a delivery. */
export function deliveredEvent(body: string): DeliveredEvent {
  const { data } = JSON.parse(body) as { data?: { entity?: string; key?: readonly string[] } };
  return { entity: data?.entity, key: data?.key?.join(' / ') };
}
