import type { ConnectorManifest } from '@connectory/client';

/** One way to authenticate, with the fields of its credentials. */
export type Authentication = ConnectorManifest['auth'][number];

/** The ways whose credentials somebody has at hand. The others need a person's consent, which is what gives a refresh token. */
export const keyAuthentications = ({ auth }: ConnectorManifest): readonly Authentication[] =>
  auth.filter(({ scheme, fields }) => scheme !== 'oauth2' || !fields.some(({ name }) => name === 'refresh_token'));
