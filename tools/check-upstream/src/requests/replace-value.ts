import { isJsonObject, type JsonObject, pointerTokens } from '@connectory/testkit/schema-values';

/** The value at a JSON pointer; undefined if there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  let place = value;
  for (const token of pointerTokens(pointer)) {
    place = Array.isArray(place) ? place[Number(token)] : isJsonObject(place) ? place[token] : undefined;
  }
  return place;
}

/** A copy of the parameters with another value at a JSON pointer that exists. */
export function withValueAtPointer(params: JsonObject, pointer: string, value: unknown): JsonObject {
  const replace = (place: unknown, [token, ...rest]: readonly string[]): unknown => {
    if (token === undefined) {
      return value;
    }
    if (Array.isArray(place)) {
      return place.map((each, index) => (String(index) === token ? replace(each, rest) : each));
    }
    return isJsonObject(place) ? { ...place, [token]: replace(place[token], rest) } : place;
  };
  const replaced = replace(params, pointerTokens(pointer));
  return isJsonObject(replaced) ? replaced : params;
}
