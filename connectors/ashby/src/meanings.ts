import type { Meanings } from '@connectory/connector-sdk';

/** Times are ISO 8601 in UTC. */
export const meanings: Meanings = {
  applicationDeadline: 'When applications close, as ISO 8601; null without a deadline',
  archivedAt: 'When it was archived, as ISO 8601; null unless archived',
  closedAt: 'When the job was closed, as ISO 8601; null until then',
  confidential: 'Whether only people with permission see it',
  createdAt: 'When it was created, as ISO 8601',
  creditedToUser: 'User credited with the candidate; null if nobody is',
  employmentType: '`FullTime`, `PartTime`, `Intern`, `Contract` or `Temporary`',
  extraData: 'Key-value pairs of your own',
  fieldType: 'Kind of value, such as `String`, `Date` or `ValueSelect`',
  fileHandles: 'Files of the candidate, with handles to download them',
  globalRole: 'Role of the user in the organization, such as `Organization Admin`',
  objectType: 'Kind of record that has the field, such as `Candidate` or `Job`',
  openedAt: 'When the job was last opened, as ISO 8601; null if never',
  position: 'Current job title of the candidate',
  publishedDate: 'Day on which the posting was published',
  reasonType: 'Who decided: `RejectedByCandidate`, `RejectedByOrg` or `Other`',
  school: 'School or university of the candidate',
  shouldDisplayCompensationOnJobBoard: 'Whether the job board shows the pay',
  source: 'Where the candidate came from; null if unknown',
  status: 'State: `Active`, `Hired`, `Archived` or `Lead`',
  'jobs.status': 'State: `Draft`, `Open`, `Closed` or `Archived`',
  submitterClientIp: 'IP address from which the application was submitted; null if not submitted by form',
  submitterUserAgent:
    'User agent of the browser with which the application was submitted; null if not submitted by form',
  type: 'Whether it is a place (`Location`) or a group of places (`LocationHierarchy`)',
  updatedAt: 'When it was last changed, as ISO 8601',
  workplaceType: '`OnSite`, `Remote` or `Hybrid`; null if not stated',
};
