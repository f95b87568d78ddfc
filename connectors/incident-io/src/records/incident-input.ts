import { z } from 'zod';

const assignee = z
  .strictObject({
    id: z.string().optional().describe('User id'),
    email: z.string().optional().describe('Email address, as in Slack'),
    slack_user_id: z.string().optional().describe('Slack user id'),
  })
  .nullable()
  .optional()
  .describe('The person, by one of these; null takes the role from its holder');

const value = z.strictObject({
  value_text: z.string().optional().describe('Value of a text field'),
  value_link: z.string().optional().describe('Value of a link field'),
  value_numeric: z.string().optional().describe('Value of a numeric field, as a string'),
  value_option_id: z.string().optional().describe('Id of the option of a select field'),
  value_catalog_entry_id: z.string().optional().describe('Id of the catalog entry'),
});

/** What a new incident and a change of an incident have in common. */
export const incidentInput = z.strictObject({
  name: z
    .string()
    .optional()
    .describe('Name of the incident')
    .meta({ examples: ['Checkout is slow'] }),
  summary: z.string().optional().describe('What happened and whom it affects'),
  severity_id: z.string().optional().describe('Id of the severity'),
  incident_status_id: z.string().optional().describe('Id of the status'),
  slack_channel_name_override: z.string().optional().describe('Name of the channel, instead of the generated one'),
  incident_role_assignments: z
    .array(z.strictObject({ incident_role_id: z.string().describe('Id of the role'), assignee }))
    .optional()
    .describe('Who has which role'),
  custom_field_entries: z
    .array(
      z.strictObject({
        custom_field_id: z.string().describe('Id of the custom field'),
        values: z.array(value).describe('Its values; an empty list removes them'),
      }),
    )
    .optional()
    .describe('Values of custom fields'),
  incident_timestamp_values: z
    .array(
      z.strictObject({
        incident_timestamp_id: z.string().describe('Id of the timestamp'),
        value: z.string().optional().describe('The time, as ISO 8601; omitted removes it'),
      }),
    )
    .optional()
    .describe('When the moments of the incident were'),
});
