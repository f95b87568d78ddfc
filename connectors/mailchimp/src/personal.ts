import type { PersonalFields } from '@connectory/connector-sdk';

/** People are contacts and senders; what a campaign says is none. The ID of a contact is a hash of the email address. */
export const personal: PersonalFields = {
  name: `created_by from_name from_name_a from_name_b from_names full_name`,
  contact: `
    email_address email_id from_email list_members.id member_taggings.id notify_on_subscribe notify_on_unsubscribe phone reply_email_a reply_email_b
    reply_to reply_to_addresses segment_members.id subscriber_hash
  `,
  address: `country_code dstoff gmtoff latitude longitude region timezone`,
  online: `email_client ip ip_opt ip_signup`,
  free_text: `
    conditions list_members.tags.name member_taggings.tags.name merge_fields note own_fields reason segment_opts segment_text tags.name
    unsubscribe_reason
  `,
  none: `
    a action archive_html archive_url auto_fb_post automations.settings.title b beamer_address campaign_id campaign_last_sent
    campaign_schedules.settings.title campaign_sends.settings.title campaign_test_emails.settings.title campaign_title campaigns.settings.title
    campaigns.social_card.description campaigns.social_card.title capsule category_id choices clicktale combinations contact_id content_type
    contents currency_code date_format default_value email_type feed_url folder_id frequency google_analytics help_text html id image_url
    interest_categories.title interests interests.name language last_click last_open last_sent list_id list_name lists.contact.address1
    lists.contact.address2 lists.contact.city lists.contact.company lists.contact.country lists.contact.state lists.contact.zip lists.name
    long_archive_url match merge_fields.name modules parent_campaign_id permission_reminder pick_winner plain_text preview_text salesforce schedule
    segments.name send_time_a send_time_b send_time_winner send_times share_password share_url source split_test status store_id subject subject_a
    subject_b subject_line subject_lines subscribe_url_long subscribe_url_short subscriber_count tag timeseries timewarp to_name type
    unique_email_id url wait_units winner_criteria winning_campaign_id winning_combination_id
  `,
};
