import type { SampleSource } from '@connectory/sandbox';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The options of a property as HubSpot has them. */
export const optionsOf = (choices: readonly Choice[]) =>
  choices.map((choice, displayOrder) => ({ ...choice, displayOrder, hidden: false }));

const choices = (...labels: readonly string[]) =>
  optionsOf(labels.map((label) => ({ label, value: label.toLowerCase().replaceAll(' ', '_') })));

/** Properties that the sample account has added to every object; not all records have a value. */
export const ownDefinitions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  churn_risk: { type: 'enumeration', fieldType: 'select', options: choices('Low', 'Medium', 'High') },
  lifetime_value: { type: 'number', fieldType: 'number', description: 'Sum of all paid invoices' },
  renewal_date: { type: 'date', fieldType: 'date' },
  last_reviewed: { type: 'datetime', fieldType: 'date' },
  preferred_name: { label: 'Anrede für Briefe', type: 'string', fieldType: 'text' },
  interests: { type: 'enumeration', fieldType: 'checkbox', options: choices('Events', 'Training', 'Early access') },
  is_reference: {
    type: 'bool',
    fieldType: 'booleancheckbox',
    options: optionsOf([
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]),
  },
  hs_predictivescoringtier: {
    label: 'Contact priority',
    type: 'enumeration',
    fieldType: 'select',
    options: choices('Tier 1', 'Tier 2'),
    hubspotDefined: true,
  },
};

/** Values of these properties of a sample record. */
export const ownProperties = (source: SampleSource) => ({
  churn_risk: source.pick(['low', 'medium', 'high']),
  lifetime_value: source.pick([null, '980', '1250.50', '10400', '87.25']),
  renewal_date: source.time(-source.integer(10, 300)).slice(0, 10),
  last_reviewed: source.time(source.integer(1, 90)),
  preferred_name: source.pick([null, 'Frau Özdemir', 'Herr Groß', 'Team']),
  interests: source.pick(['events', 'events;training', 'training;early_access']),
  is_reference: source.pick(['true', 'false']),
  hs_predictivescoringtier: source.pick(['tier_1', 'tier_2']),
});

/** Definitions of the properties that every sample custom object has. */
export const customDefinitions = {
  reference: { type: 'string', fieldType: 'text', hasUniqueValue: true },
  status: { type: 'enumeration', fieldType: 'select', options: choices('Planned', 'Active', 'Closed') },
  start_date: { type: 'date', fieldType: 'date' },
  budget: { label: 'Budget in €', type: 'number', fieldType: 'number' },
};
