import type { PersonalFields } from '@connectory/connector-sdk';

/** People are members of the workspace; what they write is free text, as are names and links of files. */
export const personal: PersonalFields = {
  name: `author_name display_name display_name_normalized first_name last_name real_name real_name_normalized`,
  contact: `
    author_link direct_messages.name direct_messages.name_normalized direct_messages.previous_names email phone skype username users.name
  `,
  address: `tz tz_label tz_offset`,
  identity: `users.profile.title`,
  picture: `author_icon avatar_hash image_192 image_24 image_32 image_48 image_512 image_72`,
  free_text: `
    blocks channel_messages.files.name fallback fields files.name footer image_url permalink permalink_public pretext properties status_emoji
    status_text text threads.files.name thumb_url title title_link url_private url_private_download value
  `,
  none: `
    app_id bot_id canvas_id channel channel_id color context_team_id created_by creator description emoji entity_id errors external_type filetype
    footer_icon handle icon_url id last_updated_by_team_id last_updated_by_user_id link message_ts mimetype mode name name_normalized
    parent_conversation parent_user_id pending_connected_team_ids pending_shared pretty_type previous_names rank reply_users scheduled_message_id
    shared_team_ids shortcut_id subtype team team_id ts type updated_by user user_count users who_can_share_contact_card
  `,
};
