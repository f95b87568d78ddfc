/** A person as calls, the audit and events name it. */
export interface ActingPerson {
  readonly id: string;
  readonly name: string;
  /** Null when the identity provider names none. */
  readonly email: string | null;
}

/** Who acts with a token: a person, an agent on behalf of a person, or neither is known. */
export interface Actor {
  readonly person: ActingPerson | null;
  /** Name of the OAuth client. */
  readonly agent: string | null;
}

/** The actor of a token that belongs to a program. */
export const noActor: Actor = Object.freeze({ person: null, agent: null });

/** What a person is called in lists: the name, or else the e-mail address. */
export const personName = ({ name, email, id }: ActingPerson): string => name || (email ?? id);
