/** A reference to a component of the document. */
export interface ComponentReference {
  $ref: string;
}

/** Refers to a component of the document by its kind and name. */
export function componentReference(kind: 'headers' | 'parameters' | 'schemas', name: string): ComponentReference {
  return { $ref: `#/components/${kind}/${name}` };
}
