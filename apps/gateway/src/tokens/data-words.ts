import type { PersonalKind } from '@connectory/connector-sdk/engine';
import type { DetectedKind } from '@connectory/personal-data';

/** What people call the kinds of personal data that connectors mark. */
export const personalWords: Readonly<Record<PersonalKind, string>> = {
  name: 'names of people',
  contact: 'e-mail addresses, phone numbers and handles',
  address: 'addresses and locations of people',
  identity: 'birth dates, sex, jobs and official numbers',
  payment: 'bank accounts and cards',
  online: 'IP addresses, devices and browsers',
  picture: 'pictures of people',
  free_text: 'texts that people write',
};

/** What people call the kinds of personal data and secrets that are found in texts. */
export const detectedWords: Readonly<Record<DetectedKind, string>> = {
  email: 'e-mail addresses',
  phone: 'phone numbers',
  iban: 'bank account numbers',
  card: 'card numbers',
  national_id: 'national ID numbers',
  ip: 'IP addresses',
  secret: 'keys and passwords',
};
