import type { EventEndpoint } from '@connectory/control-plane';

/** Path that every URL for events of a connection starts with, current or former. */
export const eventPath = (connectionId: string): string => `/events/${connectionId}/`;

/** The URL to which the vendor of a connection sends events; part of it is a secret. */
export const eventUrl = (
  origin: string,
  { connectionId, urlSecret }: Pick<EventEndpoint, 'connectionId' | 'urlSecret'>,
): string => `${origin}${eventPath(connectionId)}${urlSecret.reveal()}`;
