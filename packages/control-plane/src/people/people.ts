import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, parseInput, plainText } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { storedWorkspaceId } from '../workspaces.ts';
import type { ActingPerson } from './actor.ts';
import type { Sessions } from './sessions.ts';

/** `invited` until the first sign-in. */
export type PersonState = 'invited' | 'active';

/** A person of the gateway. Times are UTC ISO strings. */
export interface Person extends ActingPerson {
  readonly state: PersonState;
  readonly isAdmin: boolean;
  readonly createdAt: string;
  readonly signedInAt: string | null;
}

/** A person as the identity provider describes it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** The e-mail address, if the provider has verified it. */
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Whether the configuration makes this person an admin of the gateway. */
  readonly isAdmin: boolean;
}

/** Dependencies of people. */
export interface PeopleParts {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
}

const maxPeople = 10_000;
const maxGroups = 1_000;
const emailSchema = z.strictObject({
  email: z
    .email('must be an e-mail address')
    .max(254)
    .transform((email) => email.toLowerCase()),
});

/** The people of the gateway, whom the identity provider signs in. */
export class People {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #tokens: Tokens;
  readonly #sessions: Sessions;

  constructor({ database, tokens, sessions }: PeopleParts) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#tokens = tokens;
    this.#sessions = sessions;
  }

  /** People, oldest first. */
  async list(request: PageRequest = {}): Promise<Page<Person>> {
    const limit = pageLimit(request);
    const after = pagePosition(request, 2);
    const rows = await this.#tables
      .selectFrom('people')
      .selectAll()
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toPerson), limit, ({ createdAt, id }) => [createdAt, id]);
  }

  /** The person, or null. */
  async find(id: string): Promise<Person | null> {
    if (!isId(id)) return null;
    const row = await this.#tables.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toPerson(row);
  }

  /** Invites a person, whose first sign-in with this verified e-mail address is then accepted. Throws `invalid_params`, and `conflict` for a known address. */
  async invite(email: string): Promise<Person> {
    const accepted = parseInput(emailSchema, { email });
    return this.#tables.transaction().execute(async (transaction) => {
      if ((await withEmail(transaction, accepted.email)) !== undefined)
        throw new GatewayError('conflict', 'A person with this e-mail address exists already. List the people.');
      return toPerson(await insert(transaction, { email: accepted.email, name: '', state: 'invited' }));
    });
  }

  /** The person with an e-mail address, who is invited if the gateway does not know it. Throws `invalid_params`. */
  async knownOrInvited(email: string): Promise<Person> {
    const accepted = parseInput(emailSchema, { email });
    return this.#tables.transaction().execute(async (transaction) => {
      const known = await withEmail(transaction, accepted.email);
      return toPerson(known ?? (await insert(transaction, { email: accepted.email, name: '', state: 'invited' })));
    });
  }

  /**
   * Removes a person from all workspaces and from the gateway: sessions and tokens end immediately, in other processes within 5 seconds.
   * Throws `not_found`.
   */
  async remove(id: string): Promise<Person> {
    const person = await this.find(id);
    if (person === null) throw new GatewayError('not_found', 'There is no such person. List the people.');
    await this.#tables.transaction().execute(async (transaction) => {
      for (const table of ['members', 'sessions'] as const)
        await transaction.deleteFrom(table).where('person_id', '=', id).execute();
      await transaction.deleteFrom('people').where('id', '=', id).execute();
      // Tokens of other kinds are revoked below; nothing else ends one that stands for sessions.
      await transaction
        .updateTable('tokens')
        .set({ revoked_at: new Date().toISOString() })
        .where('person_id', '=', id)
        .where('kind', '=', 'session')
        .execute();
    });
    this.#sessions.forgetAll();
    await this.#tokens.revokeEverywhere(id);
    return person;
  }

  /**
   * Accepts a sign-in: finds the person by issuer and subject, or by an invitation to the verified e-mail address, and gives the roles of
   * the groups. Throws `forbidden` for somebody who is neither known, invited, an admin nor in a group with a role.
   */
  async signIn(given: Identity): Promise<Person> {
    const identity = { ...given, email: given.email?.toLowerCase() ?? null };
    const groups = identity.groups.slice(0, maxGroups);
    const now = new Date().toISOString();
    const { person, left } = await this.#tables.transaction().execute(async (transaction) => {
      const known = await bound(transaction, identity);
      const roles = await rolesOf(transaction, groups);
      if (known === undefined && !identity.isAdmin && roles.size === 0) throw strangerRefused();
      const { id } = known ?? (await insert(transaction, { email: identity.email, name: '', state: 'active' }));
      const row = await transaction
        .updateTable('people')
        .set({
          issuer: identity.issuer,
          subject: identity.subject,
          // An address that is no longer verified is not the person's.
          email: identity.email,
          name: plainText(identity.name, 256),
          state: 'active',
          is_admin: identity.isAdmin ? 1 : 0,
          signed_in_at: now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { person: toPerson(row), left: await followGroups(transaction, id, roles) };
    });
    for (const workspaceId of left) await this.#tokens.revokeOfPerson(storedWorkspaceId(workspaceId), person.id);
    this.#tokens.forgetAll();
    this.#sessions.forgetAll();
    return person;
  }
}

/** The row of an identity, or of an invitation that is for its address. */
async function bound(
  transaction: Transaction<ControlPlaneTables>,
  { issuer, subject, email }: Identity,
): Promise<ControlPlaneTables['people'] | undefined> {
  const known = await transaction
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known !== undefined || email === null) return known;
  return transaction
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .where('state', '=', 'invited')
    .executeTakeFirst();
}

interface GivenRole {
  readonly role: string;
  readonly group: string;
}

/** The role of somebody in these groups, by workspace: that of the first group in the workspace's order. */
async function rolesOf(
  transaction: Transaction<ControlPlaneTables>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, GivenRole>> {
  if (groups.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('group_roles')
    .selectAll()
    .where('group_name', 'in', groups)
    .orderBy('position', 'desc')
    .execute();
  return new Map(rows.map(({ workspace_id, role, group_name: group }) => [workspace_id, { role, group }]));
}

/** Gives the roles of groups where none was given by somebody, and takes those of former groups. Returns the workspaces that were left. */
async function followGroups(
  transaction: Transaction<ControlPlaneTables>,
  person_id: string,
  roles: ReadonlyMap<string, GivenRole>,
): Promise<readonly string[]> {
  const rows = await transaction.selectFrom('members').selectAll().where('person_id', '=', person_id).execute();
  const left = rows.filter(({ workspace_id, by_group }) => by_group !== null && !roles.has(workspace_id));
  for (const { workspace_id } of left)
    await transaction
      .deleteFrom('members')
      .where('person_id', '=', person_id)
      .where('workspace_id', '=', workspace_id)
      .execute();
  const given = new Set(rows.flatMap(({ workspace_id, by_group }) => (by_group === null ? [workspace_id] : [])));
  for (const [workspace_id, { role, group }] of roles) {
    if (given.has(workspace_id)) continue;
    await transaction
      .insertInto('members')
      .values({ workspace_id, person_id, role, by_group: group, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ role, by_group: group }))
      .execute();
  }
  return left.map(({ workspace_id }) => workspace_id);
}

const withEmail = (transaction: Transaction<ControlPlaneTables>, email: string) =>
  transaction.selectFrom('people').selectAll().where('email', '=', email).orderBy('created_at').executeTakeFirst();

async function insert(
  transaction: Transaction<ControlPlaneTables>,
  { email, name, state }: { readonly email: string | null; readonly name: string; readonly state: PersonState },
): Promise<ControlPlaneTables['people']> {
  const { people } = await transaction
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number | string>().as('people'))
    .executeTakeFirstOrThrow();
  if (Number(people) >= maxPeople)
    throw new GatewayError(
      'conflict',
      `The gateway has ${maxPeople} people and cannot have more. Remove some of them.`,
    );
  return transaction
    .insertInto('people')
    .values({
      id: randomUUID(),
      issuer: null,
      subject: null,
      email,
      name,
      state,
      is_admin: 0,
      created_at: new Date().toISOString(),
      signed_in_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const toPerson = (row: ControlPlaneTables['people']): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: row.state as PersonState,
  isAdmin: row.is_admin === 1,
  createdAt: row.created_at,
  signedInAt: row.signed_in_at,
});

const strangerRefused = () =>
  new GatewayError(
    'forbidden',
    'You are signed in at your identity provider, but you have no access to this gateway. Ask an owner of a workspace or an admin of the gateway to invite your e-mail address.',
  );
