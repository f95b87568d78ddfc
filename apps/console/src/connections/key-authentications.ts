import type { ConnectorManifest } from '@connectory/client';

/** An authentication alternative, with its credential fields. */
export type Authentication = ConnectorManifest['auth'][number];

/**
 * The alternatives whose credentials a person can enter. The others need a person's consent, which is the only source of a refresh token.
 */
export const keyAuthentications = ({ auth }: ConnectorManifest): readonly Authentication[] =>
  auth.filter(({ scheme, fields }) => scheme !== 'oauth2' || !fields.some(({ name }) => name === 'refresh_token'));
