import type { PersonalFields } from '@connectory/connector-sdk';

/** People are candidates and those who hire them; jobs, departments and offices are none. */
export const personal: PersonalFields = {
  name: `
    coordinator credited_to first_name hiring_team interviewers last_name prospect_detail recruiter scheduled_interviews.organizer.name users.name
  `,
  contact: `
    candidates.email_addresses.value candidates.phone_numbers.value candidates.social_media_addresses.value candidates.website_addresses.value
    emails primary_email_address video_conferencing_url
  `,
  address: `address applications.location candidates.addresses.value`,
  identity: `candidates.title company employee_id`,
  picture: `photo_url`,
  free_text: `
    answer body candidate_tags.name child_department_external_ids child_office_external_ids custom_fields external_id filename interviews.location
    keyed_custom_fields notes opening_id own_fields parent_department_external_id parent_office_external_id rejection_details requisition_id
    scheduled_interviews.location tags url
  `,
  none: `
    application_moves.current_stage.name application_moves.jobs.name application_moves.rejection_reason.name
    application_rejections.current_stage.name application_rejections.jobs.name application_rejections.rejection_reason.name
    application_unrejections.current_stage.name application_unrejections.jobs.name application_unrejections.rejection_reason.name
    applications.current_stage.name applications.jobs.name applications.rejection_reason.name close_reason custom_field_options.name
    custom_fields.description custom_fields.name date date_time departments.name external_event_id field_type internal_content
    job_interview_stages.name job_posts.content job_posts.location job_posts.title jobs.departments.name jobs.name jobs.offices.name name_key
    offices.location.name offices.name openings prospective_department prospective_office public_name question questions rejection_reasons.name
    scheduled_interviews.interview.name sources.name sources.type.name status type users.departments.name users.offices.name value_type visibility
  `,
};
