import type { SampleSource } from '@connectory/connector-sdk';

/** Number of the sample account at a position. */
export const sampleCustomerId = (index: number) => String(4_820_193_057 + index * 11_830_417);

const managerPosition = 3;

/** Whether the sample account at a position manages others. */
export const isSampleManager = (index: number) => index === managerPosition;

/** Resource name of a sample account that has campaigns, which managers have not. */
export function sampleCustomer(source: SampleSource): string {
  const id = source.of('accounts', 'customer.id');
  return `customers/${id === sampleCustomerId(managerPosition) ? sampleCustomerId(0) : id}`;
}

/** Resource name of the account that a resource belongs to. */
export const customerOf = (resourceName: string) => resourceName.split('/').slice(0, 2).join('/');

/** Last part of a resource name. */
export const idOf = (resourceName: string) => resourceName.split('/').at(-1) ?? '';

/** A label of an account, as its name and number stand beside what it is attached to. */
export function sampleLabel(source: SampleSource, customer: string) {
  const names = ['Brand', 'Generic', 'Seasonal', 'Test', 'High priority'];
  const position = source.integer(0, names.length - 1);
  const id = String(21_902_377_410 + position);
  return { id, name: names[position], resourceName: `${customer}/labels/${id}` };
}
