import { isJsonObject, pointerTo } from '@connectory/testkit/schema-values';
import type { ObservedRequest } from './api-description.ts';
import type { Deviation } from './deviation.ts';
import { decodePairs, type FormValue, nestPairs } from './form-values.ts';
import type { BodyContent, Operation } from './operation.ts';
import { checkValue, distanceOf, type SchemaContext } from './schema-check.ts';
import { readSchema, referenceOf } from './schema-node.ts';

/** How a vendor takes lists in a form: in brackets (`a[]=1`, `a[0]=1`) or with the plain name repeated. */
export type FormLists = 'brackets' | 'repeated';

const where = '/body';

/**
 * Compares the body of a request and its content type with the operation. Bodies that are neither JSON nor a form are
 * compared by content type only.
 */
export function checkBody(
  request: ObservedRequest,
  operation: Operation,
  resolve: (reference: string) => unknown,
  formLists: FormLists,
): Deviation[] {
  const contents = operation.body?.contents ?? [];
  if (request.body === undefined || request.body === '') {
    return checkAbsentBody(operation, { resolve, text: false });
  }
  if (operation.body === undefined) {
    const isEmpty = isJsonObject(request.body) && Object.keys(request.body).length === 0;
    const message = `${operation.method} ${operation.path} takes no body`;
    return isEmpty ? [] : [{ kind: 'unexpected_body', where, message }];
  }
  const mediaType = mediaTypeOf(headerValue(request, 'content-type') ?? '');
  const content = contents.find((each) => accepts(each, mediaType));
  if (content === undefined) {
    const declared = contents.map((each) => each.mediaType).join(', ');
    const sent = mediaType === '' ? 'no content type is sent' : `content type ${mediaType} is not described`;
    return [{ kind: 'content_type', where: '/header/content-type', message: `${sent}; the vendor takes ${declared}` }];
  }
  if (content.schema === undefined) {
    return [];
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    return checkForm(request.body, content.schema, { resolve, text: true }, formLists);
  }
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json');
  return isJson ? checkValue(content.schema, request.body, where, { resolve, text: false }) : [];
}

/** How a description's forms write lists: with brackets as soon as any of its forms holds an object or a list in one. */
export function formListsOf(operations: readonly Operation[], resolve: (reference: string) => unknown): FormLists {
  const forms = operations.flatMap((operation) =>
    (operation.body?.contents ?? []).filter((content) => mediaTypeOf(content.mediaType) === formMediaType),
  );
  return forms.some((content) => hasNestedField(content.schema, resolve)) ? 'brackets' : 'repeated';
}

const formMediaType = 'application/x-www-form-urlencoded';

/** The value of a header; the name is case-insensitive. */
export function headerValue(request: ObservedRequest, name: string): string | undefined {
  const found = Object.entries(request.headers).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return found?.[1];
}

function hasNestedField(schema: unknown, resolve: (reference: string) => unknown): boolean {
  const isObject = (value: unknown, depth: number): boolean => {
    const reference = referenceOf(value);
    if (reference !== undefined) {
      return depth < 8 && isObject(resolve(reference), depth + 1);
    }
    const node = readSchema(value);
    const isRecord = node.properties.size > 0 || isJsonObject(node.additionalProperties);
    const inner = [...node.allOf, ...node.anyOf, ...node.oneOf, node.items];
    return isRecord || inner.some((schema) => depth < 8 && isObject(schema, depth + 1));
  };
  const reference = referenceOf(schema);
  const node = readSchema(reference === undefined ? schema : resolve(reference));
  return [...node.properties.values()].some((property) => isObject(property, 0));
}

// In OpenAPI, a missing `required` means optional, but vendors who omit it still reject a body without its fields.
function checkAbsentBody(operation: Operation, context: SchemaContext): Deviation[] {
  if (operation.body?.required === true) {
    return [{ kind: 'missing_body', where, message: `${operation.method} ${operation.path} requires a body` }];
  }
  const schema = operation.body?.contents[0]?.schema;
  if (operation.body?.required === false || schema === undefined) {
    return [];
  }
  return checkValue(schema, {}, where, context).filter((deviation) => deviation.kind === 'missing_field');
}

function checkForm(body: unknown, schema: unknown, context: SchemaContext, formLists: FormLists): Deviation[] {
  if (typeof body !== 'string') {
    return [{ kind: 'malformed_request', where, message: 'the body of a form is not encoded text' }];
  }
  let decoded: { [name: string]: FormValue };
  try {
    decoded = nestPairs(decodePairs(body));
  } catch {
    return [{ kind: 'malformed_request', where, message: 'the form is not percent-encoded UTF-8' }];
  }
  const asSent = checkValue(schema, decoded, where, context);
  if (formLists === 'brackets') {
    return asSent;
  }
  // A repeated name that comes once looks like a single value: read it as a list of one where only that fits.
  const wrapped = Object.fromEntries(
    Object.entries(decoded).map(([name, value]) => {
      const place = pointerTo(where, name);
      const distance = (candidate: unknown): number => {
        const deviations = checkValue(schema, { [name]: candidate }, where, context);
        return distanceOf(
          deviations.filter((deviation) => deviation.where.startsWith(place)),
          place,
        );
      };
      return [name, distance([value]) < distance(value) ? [value] : value];
    }),
  );
  return checkValue(schema, wrapped, where, context);
}

function accepts(content: BodyContent, mediaType: string): boolean {
  const declared = mediaTypeOf(content.mediaType);
  const [type, subtype] = declared.split('/');
  return declared === mediaType || declared === '*/*' || (subtype === '*' && mediaType.startsWith(`${type}/`));
}

function mediaTypeOf(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}
