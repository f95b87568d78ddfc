import type { PersonalFields } from '@connectory/connector-sdk';

/** Personal spaces and audited objects may bear the name of a person; links to pages contain their titles. */
export const personal: PersonalFields = {
  name: 'affectedObject associatedObjects displayName publicName spaces.name',
  online: 'remoteAddress',
  picture: 'icon',
  free_text: `
    comment content_labels.name description inlineOriginalSelection message newValue oldValue title value webui`,
  none: `
    accountId accountType authorId base blogPostId category changedValues currentActiveAlias editui edituiv2 groups.name homepageId id
    inlineMarkerRef key lastOwnerId managedBy mediaType ncsStepVersion objectType ownerId pageId parentCommentId parentId parentType prefix
    representation resolutionStatus resourceAri self spaceId spaceOwnerId spaces._links.webui status summary tinyui type usageType when`,
};
