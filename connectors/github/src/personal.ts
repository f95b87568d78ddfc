import type { PersonalFields } from '@connectory/connector-sdk';

/** Whoever acts has a login; owners of repositories, branches and paths are part of every URL and are none. */
export const personal: PersonalFields = {
  name: `commits.author.name stargazers.node.name users.name viewer.name`,
  contact: `
    assignee assignees author closed_by creator email label login requested_reviewers stargazers.node.url tagger twitterUsername user users.url
    users.websiteUrl viewer.url viewer.websiteUrl
  `,
  address: `users.location viewer.location`,
  identity: `company`,
  picture: `avatarUrl avatar_url`,
  free_text: `
    bio body bodyHTML fieldValues issue_field_values message messageHeadline milestone milestones.description pinned_comment readme
    releases.description shortDescription text title
  `,
  none: `
    abbreviatedOid activeLockReason active_lock_reason baseRefName branches.name closed_at color comments.html_url comments.reactions.url
    comments.url comments_url commitUrl commit_id commits.url created_at diff_url directory_content.name discussions.category.name discussions.url
    emoji events_url headRefName id issue_url issues.html_url issues.milestone.title issues.reactions.url issues.url labels labels.description
    labels.name labels.url labels_url merge_commit_sha mergeable merged_at milestones.title minimizedReason nameWithOwner node_id oid org
    org_repositories.defaultBranchRef.name org_repositories.description org_repositories.licenseInfo.name org_repositories.name
    org_repositories.owner.login org_repositories.primaryLanguage.name org_repositories.url organizations.avatarUrl organizations.description
    organizations.location organizations.login organizations.name organizations.url organizations.websiteUrl owner parents patch_url path
    performed_via_github_app pr_comments.url prefix privacy project_items.content.url projects.fields projects.title projects.url published_at
    pull_request_merges.url pull_requests.html_url pull_requests.url ref releaseAssets releases.html_url releases.name releases.url repo
    repositories.defaultBranchRef.name repositories.description repositories.licenseInfo.name repositories.name repositories.owner.login
    repositories.primaryLanguage.name repositories.url repositoryTopics repository_url review_requests.html_url review_requests.url reviews.html_url
    reviews.url sha site_admin slug spdxId state stateReason state_reason submitted_at tagName tag_name tags.name target_commitish teams.avatarUrl
    teams.description teams.name teams.parentTeam.name teams.url timeline_url totalCount type updated_at viewer_repositories.defaultBranchRef.name
    viewer_repositories.description viewer_repositories.licenseInfo.name viewer_repositories.name viewer_repositories.owner.login
    viewer_repositories.primaryLanguage.name viewer_repositories.url workflow_id
  `,
};
