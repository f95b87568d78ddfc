import type { PersonalFields } from '@connectory/connector-sdk';

/** The definition of a cohort may compare properties of people, such as email addresses. */
export const personal: PersonalFields = {
  contact: 'owners viewers',
  free_text: 'definition description details label metadata per_app_metadata',
  none: `
    chart_id cohort_definition_type cohort_output_type display edit_id id include_data_app_types location_id name shortcut_ids type value`,
};
