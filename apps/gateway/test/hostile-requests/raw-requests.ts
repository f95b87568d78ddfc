import * as fc from 'fast-check';
import type { Target } from './hostile-request.ts';

const { constantFrom, integer, tuple } = fc;

/** The bytes of an HTTP request, some of them replaced, repeated or cut off. */
export function rawRequests({ token, connections }: Target): fc.Arbitrary<Buffer> {
  const [id = ''] = Object.values(connections);
  const body = '{"entity":"customers","action":"list","params":{"limit":3}}';
  const head = 'Host: gateway.example.com\r\nConnection: close\r\n';
  const whole = [
    `GET /healthz HTTP/1.1\r\n${head}\r\n`,
    `GET /api/v1/connectors?limit=1 HTTP/1.1\r\n${head}Authorization: Bearer ${token}\r\n\r\n`,
    `POST /api/v1/integrations/connectors/${id}/execute HTTP/1.1\r\n${head}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `POST /api/v1/integrations/connectors/${id}/execute HTTP/1.1\r\n${head}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ].map((text) => Buffer.from(text, 'latin1'));
  const change = tuple(
    constantFrom('replace', 'insert', 'remove', 'cut', 'double'),
    integer({ min: 0, max: 4_000 }),
    constantFrom(0, 9, 10, 13, 32, 37, 47, 58, 92, 127, 255),
  );
  return tuple(constantFrom(...whole), fc.array(change, { minLength: 1, maxLength: 4 })).map(([bytes, changes]) =>
    changes.reduce(changed, bytes),
  );
}

type Change = readonly [way: string, position: number, byte: number];

function changed(bytes: Buffer, [way, somewhere, byte]: Change): Buffer {
  const position = somewhere % Math.max(1, bytes.length);
  const [before, after] = [bytes.subarray(0, position), bytes.subarray(position)];
  switch (way) {
    case 'replace':
      return Buffer.concat([before, Buffer.of(byte), after.subarray(1)]);
    case 'insert':
      return Buffer.concat([before, Buffer.of(byte), after]);
    case 'remove':
      return Buffer.concat([before, after.subarray(1)]);
    case 'double':
      return Buffer.concat([bytes, after]);
    default:
      return before;
  }
}
