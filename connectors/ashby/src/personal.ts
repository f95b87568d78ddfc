import type { PersonalFields } from '@connectory/connector-sdk';

/** The employer, job and school of a candidate say something about the person; the tags of one are free text, the list of tags is none. */
export const personal: PersonalFields = {
  name: 'creditedToUser firstName lastName name',
  contact: 'email emailAddresses phoneNumbers socialLinks',
  identity: 'company position school',
  online: 'submitterClientIp submitterUserAgent',
  free_text: `
    candidate_tag_removals.tags.title candidate_taggings.tags.title candidates.tags.title content customFields extraData fileHandles own_fields`,
  none: `
    address applicationDeadline applicationIds appliedViaJobPostingId applyLink archivedAt archiveReason brandId candidateId closedAt
    compensationTierSummary customRequisitionId defaultInterviewPlanId departmentId departmentName departments.name employmentType externalLink
    externalName fieldType globalRole id interviewId interviewPlanId interviewPlanIds isEnabled isPrimary jobId jobPostingIds locationExternalName
    locationId locationName locations.name objectType openedAt organizationId parentId parentLocationId primaryLocationId profileUrl publishedDate
    reasonType role secondaryLocationIds sections selectableValues source status teamName text timezone title type updatedAt userId workplaceType`,
};
