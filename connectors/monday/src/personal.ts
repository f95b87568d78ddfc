import type { PersonalFields } from '@connectory/connector-sdk';

/** Items may be people, such as contacts on a board of customers; links to files contain their names. */
export const personal: PersonalFields = {
  name: 'users.name',
  contact: 'email mobile_phone phone',
  address: 'country_code location',
  identity: 'birthday users.title',
  picture: 'photo_url picture_url',
  free_text: `
    assets boards.views.settings_str body column_values column_values.name communication data description item_archives.name item_files.name
    item_files.url item_moves.name items.name notifications.text own_fields subitems.name text_body view_specific_data_str`,
  none: `
    became_active_at board board_kind boards.columns.settings_str boards.columns.title boards.groups.title boards.name color created_at creator_id
    entity event file_extension groups.title id image item_id kind original_geometry permissions position state status tags.name
    team_owners_subscribers teams.name teams_subscribers time_zone_identifier type user_id users.url views workspace workspaces.name`,
};
