const ofTheEnvelope =
  /^`type` at \/properties\/(params|select_fields|exclude_fields|intent|skip_truncation) \(was \w+, became null\)/;
const reads = new Set(['list', 'get', 'api_search', 'context_store_search', 'download']);

/**
 * Whether a request that violates a schema is accepted on purpose, as the text of the document says: null in the execute envelope is the
 * same as an omitted field, which the documents of connectors do not declare, and reads ignore any Idempotency-Key.
 */
export function isDocumentedLeniency(message: string, body: string): boolean {
  const isRead = reads.has(actionOf(body));
  const violations = [...message.matchAll(/violates ([^\n]*)/g)].map(([, violation = '']) => violation);
  if (violations.length === 0) return isRead && message.includes('parameter `Idempotency-Key` in header');
  return violations.every(
    (one) => ofTheEnvelope.test(one) || (isRead && one.endsWith('at /properties/Idempotency-Key')),
  );
}

function actionOf(body: string): string {
  try {
    return String(JSON.parse(body).action);
  } catch {
    return '';
  }
}
