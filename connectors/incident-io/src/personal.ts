import type { PersonalFields } from '@connectory/connector-sdk';

/** What responders and monitoring write is free text; what the organization defined, or published on status pages, is not. */
export const personal: PersonalFields = {
  name: 'assignee current_responders members user users users.name',
  contact: 'email',
  free_text: `
    alerts.description annotations catalog_entry deduplication_key follow_ups.description incident_actions.description incidents.name label labels
    literal message path related_alerts related_incidents slack_channel_name summary title values`,
  none: `
    alert_source_id assignee_team attribute base_role call_url catalog_type_id catalog_types.description catalog_types.name catalog_types.schema
    categories category color component_id component_impacts component_status config custom_field custom_fields.description custom_fields.name
    custom_roles duration_metric end_at escalation_path_id escalation_paths.name event field_type fingerprint holidays_public_config icon id
    incident_id incident_roles.description incident_roles.name incident_status incident_statuses.description incident_statuses.name
    incident_timestamp incident_timestamp_values incident_timestamps.name incident_type instructions microsoft_teams_channel_id
    microsoft_teams_team_id mode new_incident_status new_severity occurred_at permalink priority public_url reference registry_type
    required_integrations role role_type rotation_id schedules.name semantic_type severities.description severities.name severity shortform
    slack_channel_id slack_team_id slack_user_id source_url start_at status status_category status_page_id status_page_incident_id
    status_page_incident_updates.message status_page_incidents.name status_page_incidents.updates.message status_pages.description
    status_pages.name team_ids teams.name timezone type_name urgency visibility workflow`,
};
