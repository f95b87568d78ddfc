import { time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The definition of a property. HubSpot's own examples lack the description and options, which its schema requires. */
export const Property = z.object({
  name: z.string().describe('Name in `properties` of a record'),
  label: z.string().describe('Name that people see'),
  type: z.string().describe('Type of the values: `string`, `number`, `date`, `datetime`, `enumeration`, `bool`'),
  fieldType: z.string().describe('How people enter a value, such as `text`, `select` or `checkbox`'),
  description: z.string().nullish(),
  groupName: z.string().describe('Name of the group that it is shown in'),
  displayOrder: z.int().nullish().describe('Its position in its group; -1 is after all positive ones'),
  calculated: z.boolean().nullish().describe('Whether HubSpot computes the value'),
  externalOptions: z.boolean().nullish().describe('Whether the options come from another system, such as owners'),
  archived: z.boolean().nullish(),
  hasUniqueValue: z.boolean().nullish().describe('Whether no two records have the same value'),
  hidden: z.boolean().nullish().describe('Whether people do not see it'),
  formField: z.boolean().nullish().describe('Whether forms can have it'),
  dataSensitivity: z.string().nullish().describe('`non_sensitive`, `sensitive` or `highly_sensitive`'),
  hubspotDefined: z.boolean().nullish().describe('Whether HubSpot defined it, not the account'),
  updatedAt: time().nullish(),
  createdAt: time().nullish(),
  options: z
    .array(
      z.object({
        label: z.string(),
        value: z.string(),
        hidden: z.boolean(),
        description: z.string().nullish(),
        displayOrder: z.int().nullish(),
      }),
    )
    .nullish()
    .describe('Allowed values of an enumeration; `value` is what a record has'),
  createdUserId: z.string().nullish().describe('Id of the user who created it'),
  updatedUserId: z.string().nullish().describe('Id of the user who last changed it'),
  showCurrencySymbol: z.boolean().nullish().describe('Whether it is shown with the symbol of the currency'),
  modificationMetadata: z
    .object({
      archivable: z.boolean(),
      readOnlyDefinition: z.boolean(),
      readOnlyValue: z.boolean(),
      readOnlyOptions: z.boolean().nullish(),
    })
    .nullish()
    .describe('What about it cannot be changed'),
});
