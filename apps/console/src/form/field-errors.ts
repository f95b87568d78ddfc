import type { Problem } from '@connectory/client';
import type { ErrorSchema } from '@rjsf/utils';

type FieldError = Problem['errors'][number];

/** What is wrong with a field, with the name that may be meant. */
export const messageOf = ({ message, did_you_mean: meant }: FieldError): string =>
  meant === undefined ? message : `${message}. Did you mean ${meant}?`;

/** Converts the errors of a problem to the form's tree of names, from the JSON pointers below the field `root` of a body. */
export function errorSchemaOf(errors: readonly FieldError[], root: string): ErrorSchema {
  const tree: ErrorTree = {};
  for (const error of errors) {
    const names = namesBelow(root, error.field);
    if (names === undefined) continue;
    let place = tree;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as ErrorTree;
    }
    place.__errors = [...(place.__errors ?? []), messageOf(error)];
  }
  return tree as ErrorSchema;
}

interface ErrorTree {
  [name: string]: ErrorTree | string[] | undefined;
  __errors?: string[];
}

/** The id of the input that a JSON pointer of a problem refers to. */
export const inputIdOf = (pointer: string): string => pointer.slice(1).split('/').map(unescaped).join('/');

function namesBelow(root: string, pointer: string): readonly string[] | undefined {
  const [, first, ...names] = pointer.split('/');
  return first === root ? names.map(unescaped) : undefined;
}

const unescaped = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');
