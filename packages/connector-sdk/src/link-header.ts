const linkValue = /<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g;
const linkParameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The target of the first link with that relation in a `Link` header; null if there is none. Follows RFC 8288 section 3. */
export function linkTarget(header: string | undefined, relation: string): string | null {
  for (const [, target, parameters] of (header ?? '').matchAll(linkValue)) {
    const relations = [...(parameters as string).matchAll(linkParameter)].find(
      ([, name]) => name?.toLowerCase() === 'rel',
    );
    const named = (relations?.[2] ?? relations?.[3] ?? '').toLowerCase().split(/\s+/);
    if (named.includes(relation.toLowerCase())) return target as string;
  }
  return null;
}
