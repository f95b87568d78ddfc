import { effects } from '@connectory/connector-sdk/engine';
import { z } from 'zod';

/** The id of a workspace, connection, token or audit entry: a UUID in lower case. */
export const idSchema = z.uuid().describe('Its id.');

/** A point in time: RFC 3339 in UTC. */
export const timeSchema = z.iso.datetime();

/** When something was created. */
export const createdAtSchema = timeSchema.describe('When it was created.');

/** A name that is shown to people: 1 to 128 characters without control characters or spaces at either end. */
export const displayNameSchema = z.string().min(1).max(128);

/** The id of a connector plugin, such as `github`. */
export const connectorIdSchema = z.string().min(1).max(64);

/** What an action does to the upstream. */
export const effectSchema = z.enum(effects);
