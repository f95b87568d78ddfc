import type { PersonalFields } from '@connectory/connector-sdk';

/** People are end users and agents; what they write is free text, and rules, views and articles are none. */
export const personal: PersonalFields = {
  name: `alias deleted_tickets.actor.name users.name`,
  contact: `email phone recipient via`,
  address: `users.iana_time_zone users.time_zone`,
  picture: `photo`,
  free_text: `
    attachment attachments body comment content_url custom_fields deleted_tickets.description details events external_id fields file_name html_body
    mapped_content_url metadata notes organization_fields organizations.tags own_fields plain_body raw_subject satisfaction_rating signature subject
    thumbnails ticket_attachments.description ticket_attachments.tags ticket_comments.description ticket_comments.tags tickets.description
    tickets.tags user_fields users.tags
  `,
  none: `
    actions agent_conditions agent_description agent_wait_time_in_minutes article_attachments.url articles.body articles.html_url articles.title
    articles.url attachments.url automations.title automations.url brand_url brands.name brands.url category_id conditions content_type
    custom_field_options custom_statuses display_name domain_names end_user_conditions event_type execution filter first_resolution_time_in_minutes
    full_resolution_time_in_minutes group_memberships.url groups.description groups.name groups.url help_center_state host_mapping id key
    label_names locale logo macros.description macros.title macros.url malware_scan_result on_hold_time_in_minutes organization_fields.description
    organization_fields.title organization_fields.url organization_memberships.url organization_name organizations.name organizations.url
    policy_metrics previous_state priority raw_description raw_display_name raw_name raw_title raw_title_in_portal regexp_for_validation
    reply_time_in_minutes reply_time_in_seconds requester_wait_time_in_minutes restriction result_type satisfaction_ratings.reason
    satisfaction_ratings.score satisfaction_ratings.url signature_template sla_policies.description sla_policies.title sla_policies.url status
    subdomain system_field_options tag tags.name ticket_attachments.url ticket_bulk_updates.message ticket_bulk_updates.url ticket_comments.url
    ticket_fields.description ticket_fields.title ticket_fields.url ticket_forms.name ticket_forms.url ticket_metrics.url ticket_restriction
    tickets.url title_in_portal token triggers.description triggers.title triggers.url type user_fields.description user_fields.title
    user_fields.url users.url views.description views.title views.url
  `,
};
