import type { PersonalFields } from '@connectory/connector-sdk';

/** Properties that no record declares are free text, since an account may keep anything in them. */
export const personal: PersonalFields = {
  name: `firstName firstname lastName lastname`,
  contact: `email hs_call_from_number hs_call_to_number hs_email_sender_email hs_email_to_email`,
  free_text: `
    content dealname files.name files.path files.url hs_call_body hs_call_title hs_email_html hs_email_subject hs_email_text
    hs_internal_meeting_notes hs_meeting_body hs_meeting_location hs_meeting_title hs_note_body hs_task_body hs_task_subject properties
    propertiesWithHistory subject
  `,
  none: `
    associatedcompanyid associations associations.associationTypes.category associations.associationTypes.label associations.labels calls.url
    cardinality companies companies.properties.domain companies.properties.name companies.url contacts contacts.url createdAt createdUserId
    dataSensitivity deals deals.url dealstage emails.url fieldType files.access files.extension files.type fromObjectId fromObjectType
    fromObjectTypeId fullyQualifiedName groupName hs_attachment_ids hs_call_direction hs_call_disposition hs_call_duration hs_call_status
    hs_email_direction hs_email_status hs_meeting_outcome hs_object_id hs_pipeline hs_pipeline_stage hs_product_id hs_sku hs_task_priority
    hs_task_reminders hs_task_status hs_task_type hs_ticket_category hs_ticket_priority hubspot_owner_id id inverseCardinality line_items
    line_items.properties.name line_items.url listId lists.name meetings.url metaType notes.url objectTypeId objectWriteTraceId objects.url
    owners.teams.name owners.type parentFolderId pipeline pipelines.label pipelines.stages.label pipelines.stages.metadata primaryDisplayProperty
    processingStatus processingType products.properties.description products.properties.name products.url properties.description properties.label
    properties.name properties.options.description properties.options.label properties.options.value properties.type recordId recordIdsMissing
    recordIdsRemoved recordsIdsAdded requiredProperties schemas.associations.name schemas.description schemas.labels.plural schemas.labels.singular
    schemas.name schemas.properties searchableProperties secondaryDisplayProperties tasks.url tickets tickets.url toObjectId toObjectType
    toObjectTypeId updatedAt updatedUserId writePermissions
  `,
};
