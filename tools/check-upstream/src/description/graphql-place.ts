import { pointerTo } from '@connectory/testkit/schema-values';
import { type ASTNode, BREAK, type DocumentNode, Kind, visit } from 'graphql';

/**
 * The position of a node in a document, as the names on the path to it: `/repository/issues/nodes/title`. Independent of the document's
 * format; the empty string for the document itself.
 */
export function placeInDocument(document: DocumentNode, node: ASTNode | undefined): string {
  let place = '';
  visit(document, {
    enter(current, _key, parent, _path, ancestors) {
      if (current !== node) {
        return undefined;
      }
      const nodes = [...ancestors, parent, current].filter(isNode);
      place = nodes
        .map(nameOf)
        .filter((name) => name !== undefined)
        .reduce(pointerTo, '');
      return BREAK;
    },
  });
  return place;
}

function isNode(value: ASTNode | readonly ASTNode[] | undefined): value is ASTNode {
  return value !== undefined && !Array.isArray(value);
}

function nameOf(node: ASTNode): string | undefined {
  switch (node.kind) {
    case Kind.FIELD:
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
    case Kind.FRAGMENT_DEFINITION:
    case Kind.FRAGMENT_SPREAD:
    case Kind.DIRECTIVE:
      return node.name.value;
    case Kind.VARIABLE_DEFINITION:
      return `$${node.variable.name.value}`;
    default:
      return undefined;
  }
}
