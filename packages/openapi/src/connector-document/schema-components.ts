import { type ComponentReference, componentReference } from '../component-reference.ts';
import type { JsonObject } from './json-object.ts';

/** The schemas of a document by name. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonObject>();
  readonly #names = new Map<string, string>();
  readonly #made = new Map<string, ComponentReference>();

  /** Adds a schema under a name. Throws an `Error` if another schema has that name. */
  add(name: string, schema: JsonObject): ComponentReference {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas of the document would be called ${name}`);
    }
    this.#schemas.set(name, schema);
    return componentReference('schemas', name);
  }

  /** Adds a schema under a name, or the next free one; an equal schema is shared, whatever its name. */
  share(name: string, schema: JsonObject): ComponentReference {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known !== undefined) return componentReference('schemas', known);
    let free = name;
    for (let number = 2; this.#schemas.has(free); number++) free = `${name}${number}`;
    this.#names.set(text, free);
    this.#schemas.set(free, schema);
    return componentReference('schemas', free);
  }

  /** The reference for a source, created once by `make`: the same source under another name returns the same reference. */
  once(source: JsonObject, make: () => ComponentReference): ComponentReference {
    const text = JSON.stringify(source);
    const made = this.#made.get(text) ?? make();
    this.#made.set(text, made);
    return made;
  }

  /** All of them, by name in alphabetical order. */
  sorted(): Readonly<Record<string, JsonObject>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}
