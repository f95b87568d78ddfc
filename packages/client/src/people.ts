import type { components } from './generated/gateway.generated.ts';
import { entriesOf, perPage } from './management.ts';
import { dataOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A person of the gateway. */
export type Person = Schemas['Person'];
/** A person with a role in a workspace. */
export type Member = Schemas['Member'];
/** A named policy of a workspace. */
export type Role = Schemas['Role'];
/** Policy of a role to store. */
export type RolePolicy = Schemas['RoleChange']['policy'];
/** The role that a group of the identity provider gives. */
export type GroupRole = Schemas['GroupRoles']['groups'][number];

/** The people of the gateway. Needs the admin token. */
export class People {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Everybody who was invited or has signed in, oldest first. */
  list(): AsyncGenerator<Person, void> {
    return entriesOf((cursor) =>
      dataOf(this.#transport.GET('/api/v1/people', { params: { query: { limit: perPage, ...cursor } } })),
    );
  }

  /** Lets somebody sign in with a verified e-mail address; no message is sent. */
  invite(email: string): Promise<Person> {
    return dataOf(this.#transport.POST('/api/v1/people', { body: { email } }));
  }

  /** Removes a person from all workspaces, and ends sessions and tokens of the person. */
  remove(id: string): Promise<Person> {
    return dataOf(this.#transport.DELETE('/api/v1/people/{id}', { params: { path: { id } } }));
  }
}

/** The people with a role in a workspace. Needs the admin token, or a token that may manage, which gives no role with more rights than it has. */
export class Members {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The members, oldest first. */
  list(): AsyncGenerator<Member, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/members', {
          params: { path, query: { limit: perPage, ...cursor } },
        }),
      ),
    );
  }

  /** Gives a role to the person with an e-mail address, who can sign in from then on; no message is sent. */
  invite(email: string, role: string): Promise<Member> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.POST('/api/v1/workspaces/{workspace}/members', { params: { path }, body: { email, role } }),
    );
  }

  /** Replaces the role of a person. */
  put(person: string, role: string): Promise<Member> {
    const path = { workspace: this.#workspace, person };
    return dataOf(
      this.#transport.PUT('/api/v1/workspaces/{workspace}/members/{person}', { params: { path }, body: { role } }),
    );
  }

  /** Takes the role from a person, and ends the tokens of the person in the workspace. */
  remove(person: string): Promise<Member> {
    const path = { workspace: this.#workspace, person };
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}/members/{person}', { params: { path } }));
  }
}

/** The roles of a workspace. Needs the admin token, or a token that may manage, which stores no role with more rights than it has. */
export class Roles {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The built-in roles and those of the workspace, ordered by name. */
  list(): AsyncGenerator<Role, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/roles', {
          params: { path, query: { limit: perPage, ...cursor } },
        }),
      ),
    );
  }

  /** A role by its name. */
  get(name: string): Promise<Role> {
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/roles/{name}', this.#one(name)));
  }

  /** Creates a role, or replaces its policy for everybody who has it. */
  put(name: string, policy: RolePolicy): Promise<Role> {
    return dataOf(
      this.#transport.PUT('/api/v1/workspaces/{workspace}/roles/{name}', { ...this.#one(name), body: { policy } }),
    );
  }

  /** Deletes a role that nobody has. */
  delete(name: string): Promise<Role> {
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}/roles/{name}', this.#one(name)));
  }

  /** The roles that groups of the identity provider give; the first group that a person is in counts. */
  async groups(): Promise<readonly GroupRole[]> {
    const path = { workspace: this.#workspace };
    return (await dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/group-roles', { params: { path } })))
      .groups;
  }

  /** Replaces the roles of all groups. */
  async putGroups(groups: readonly GroupRole[]): Promise<readonly GroupRole[]> {
    const path = { workspace: this.#workspace };
    const body = { groups: [...groups] };
    return (await dataOf(this.#transport.PUT('/api/v1/workspaces/{workspace}/group-roles', { params: { path }, body })))
      .groups;
  }

  #one(name: string): { params: { path: { workspace: string; name: string } } } {
    return { params: { path: { workspace: this.#workspace, name } } };
  }
}
