import type { PersonalFields } from '@connectory/connector-sdk';

/** The employer, job and school of a candidate say something about the person; tags are what people think of one. */
export const personal: PersonalFields = {
  name: `creditedToUser firstName lastName name`,
  contact: `email emailAddresses phoneNumbers socialLinks`,
  address: `timezone`,
  identity: `company position school`,
  online: `submitterClientIp submitterUserAgent`,
  free_text: `
    candidate_tag_removals.tags.title candidate_taggings.tags.title candidate_tags.title candidates.tags.title content customFields
    customRequisitionId extraData fileHandles own_fields
  `,
  none: `
    address applicationDeadline applicationIds appliedViaJobPostingId applyLink archivedAt archiveReason brandId candidateId closedAt
    compensationTierSummary defaultInterviewPlanId departmentId departmentName departments.name employmentType externalLink externalName fieldType
    globalRole id interviewId interviewPlanId interviewPlanIds isEnabled isPrimary jobId jobPostingIds locationExternalName locationId locationName
    locations.name objectType openedAt organizationId parentId parentLocationId primaryLocationId profileUrl publishedDate reasonType role
    secondaryLocationIds sections selectableValues source status teamName text title type updatedAt userId workplaceType
  `,
};
