import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { customerOf, idOf } from './samples.ts';

/** A label as embedded in what it is attached to. */
export const Label = z.object({
  resourceName: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
});

/** The search fields of a label. */
export const labelFields = { 'label.id': z.int(), 'label.name': z.string(), 'label.resource_name': z.string() };

/** The label that is attached, as a parameter. */
export const labelName = z
  .string()
  .describe('Resource name of the label, such as `customers/4820193057/labels/21902377410`');

/** The label with this resource name, in a simulated row. */
export const labelNamed = (resourceName = '') => ({ resourceName, id: idOf(resourceName) });

/** Resource name of the attachment of a label to a resource; `collection` is the collection of these attachments. */
export const attachmentName = (collection: string, resourceName: string, label: string) =>
  `${customerOf(resourceName)}/${collection}/${idOf(resourceName)}~${idOf(label)}`;

/** A label of the account that a sample resource belongs to. */
export function sampleLabel(source: SampleSource, resourceName: string) {
  const names = ['Brand', 'Generic', 'Seasonal', 'Test', 'Priority'];
  const id = String(21_902_377_410 + source.index);
  return {
    resourceName: `${customerOf(resourceName)}/labels/${id}`,
    id,
    name: `${names[source.index % names.length]} ${2026 - Math.floor(source.index / names.length)}`,
  };
}
