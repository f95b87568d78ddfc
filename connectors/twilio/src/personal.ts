import type { PersonalFields } from '@connectory/connector-sdk';

/** An account is called by the email address of its owner unless renamed. Its own numbers are none; those it calls and verifies are of people. */
export const personal: PersonalFields = {
  name: 'caller_name customer_name',
  contact: `
    accounts.friendly_name forwarded_from from from_formatted outgoing_caller_ids.friendly_name outgoing_caller_ids.phone_number to to_formatted`,
  address: 'addresses.region city iso_country postal_code street street_secondary',
  free_text: 'addresses.friendly_name annotation body conferences.friendly_name transcription_text',
  none: `
    account_sid address_requirements address_sid answered_by api_version as_of auth_token bundle_sid call_sid call_sid_ending_conference category
    conference_sid conferences.region count_unit description direction emergency_address_sid emergency_address_status emergency_status
    encryption_details error_code error_message group_sid identity_sid incoming_phone_numbers.friendly_name incoming_phone_numbers.phone_number
    media_url messaging_service_sid origin owner_account_sid parent_call_sid phone_number_sid price_unit queue_time queues.friendly_name
    reason_conference_ended recording_sid sid sms_application_sid sms_fallback_method sms_fallback_url sms_method sms_url source status
    status_callback status_callback_method subresource_uris trunk_sid type uri usage_unit voice_application_sid voice_fallback_method
    voice_fallback_url voice_method voice_receive_mode voice_url`,
};
