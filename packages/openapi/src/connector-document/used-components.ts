import { isObject, type JsonObject } from './json-object.ts';

type Components = Readonly<Record<string, JsonObject>>;

/** The components that a part of a document refers to, directly or through others; kinds without one are omitted. */
export function usedComponents(part: unknown, components: Components): Components {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (name !== '$ref' || typeof member !== 'string') visit(member);
      else if (!used.has(member)) {
        used.add(member);
        const [, , kind = '', component = ''] = member.split('/');
        visit(components[kind]?.[component]);
      }
    }
  };
  visit(part);
  const kept = Object.entries(components).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  ]);
  return Object.fromEntries(kept.filter(([, all]) => Object.keys(all as object).length > 0));
}
