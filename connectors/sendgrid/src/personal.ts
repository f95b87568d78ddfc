import type { PersonalFields } from '@connectory/connector-sdk';

/** People are the recipients of mail; what a newsletter says is no personal data. */
export const personal: PersonalFields = {
  name: `first_name last_name`,
  contact: `alternate_emails email facebook line phone_number recipient_emails unique_name whatsapp`,
  address: `address_line_1 address_line_2 city country postal_code state_province_region`,
  free_text: `custom_fields error_message reason`,
  none: `
    ab_phase ab_variation aggregation campaigns.name categories channels contact_id custom_unsubscribe_url design_id editor field_definitions.name
    field_type generation group_name html_content id ip ip_pool job_id list_ids lists.name parent_list_ids plain_content query_validation
    query_version segment_ids segments.name self singlesend_schedules.email_config.subject singlesend_schedules.name
    singlesends.email_config.subject singlesends.name status suppression_groups.description suppression_groups.name template_id
    template_versions.name template_versions.subject templates.name templates.versions.name templates.versions.subject thumbnail_url
  `,
};
